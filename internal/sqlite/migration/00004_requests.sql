-- Requests to AI models, the configured providers and the person's own lines of the price list. No table has a place
-- for a provider's key: keys stand in the system's keyring or in an encrypted file.

-- +goose Up
CREATE TABLE provider (
    name         TEXT PRIMARY KEY CHECK (name <> ''),
    kind         TEXT NOT NULL,
    base_url     TEXT NOT NULL, -- '' for the provider's own
    confirmed    INTEGER NOT NULL CHECK (confirmed IN (0, 1)), -- a person agreed that texts go to that address
    model        TEXT NOT NULL,
    settings     TEXT NOT NULL CHECK (json_valid(settings)),
    limits       TEXT NOT NULL CHECK (json_valid(limits)),
    cap_micros   INTEGER CHECK (cap_micros >= 0), -- NULL: no cap
    cap_currency TEXT NOT NULL
) STRICT;

-- A line is ended, never changed: an entry names the one it was charged by.
CREATE TABLE price (
    id   TEXT PRIMARY KEY CHECK (id <> ''),
    line TEXT NOT NULL CHECK (json_valid(line)) -- as in the program's own list
) STRICT;

-- The study and the test may be gone while the entry stays as a record of what was paid; then its texts are gone, too.
CREATE TABLE request (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    hash          TEXT UNIQUE CHECK (length(hash) = 64), -- NULL once the texts are struck: never given as a reply again
    study         TEXT NOT NULL,
    test          TEXT NOT NULL,
    purpose       TEXT NOT NULL,
    provider      TEXT NOT NULL,
    model         TEXT NOT NULL,
    system        TEXT NOT NULL,
    text          TEXT NOT NULL,
    settings      TEXT NOT NULL CHECK (json_valid(settings)),
    repeat        INTEGER NOT NULL CHECK (repeat >= 1),
    state         TEXT NOT NULL CHECK (state IN ('new', 'open', 'answered', 'failed')),
    written       TEXT NOT NULL,
    sent          TEXT,
    tries         INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    fault         TEXT NOT NULL DEFAULT '',
    reply         TEXT NOT NULL DEFAULT '',
    detail        TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(detail)), -- what the reply says beside its text
    raw           BLOB,
    answered      TEXT,
    cost_micros   INTEGER CHECK (cost_micros >= 0), -- NULL: unknown, never 0 for that
    cost_currency TEXT NOT NULL DEFAULT '',
    CHECK ((state = 'answered') = (answered IS NOT NULL)),
    CHECK (hash IS NOT NULL OR (system = '' AND text = '' AND reply = '' AND raw IS NULL AND state IN ('answered', 'failed', 'open')))
) STRICT;
CREATE INDEX request_test ON request (study, test);
CREATE INDEX request_provider ON request (provider, state);

-- What was paid stays known after a study or test is deleted; what was said does not.
-- +goose StatementBegin
CREATE TRIGGER request_test_gone AFTER DELETE ON test BEGIN
    UPDATE request SET hash = NULL, system = '', text = '', reply = '', raw = NULL, fault = '', detail = json_remove(detail, '$.sources'),
        study = '', test = '', state = CASE state WHEN 'new' THEN 'failed' ELSE state END
    WHERE study = old.study AND test = old.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER request_study_gone AFTER DELETE ON study BEGIN
    UPDATE request SET hash = NULL, system = '', text = '', reply = '', raw = NULL, fault = '', detail = json_remove(detail, '$.sources'),
        study = '', test = '', state = CASE state WHEN 'new' THEN 'failed' ELSE state END
    WHERE study = old.id;
END;
-- +goose StatementEnd
