-- Requests that wait in a batch of their provider, and replies of the ledger that a second test used.

-- +goose Up
-- Written before the batch is created. It stays when its study is deleted: what was paid stays known.
CREATE TABLE request_batch (
    mark     TEXT PRIMARY KEY CHECK (mark <> ''), -- ours, by which it is found again
    study    TEXT NOT NULL,
    test     TEXT NOT NULL,
    provider TEXT NOT NULL,
    model    TEXT NOT NULL,
    id       TEXT NOT NULL, -- the provider's; '' while nobody knows it
    state    TEXT NOT NULL CHECK (state IN ('prepared', 'running', 'done', 'lost')),
    requests INTEGER NOT NULL CHECK (requests > 0),
    written  TEXT NOT NULL
) STRICT;

ALTER TABLE request ADD COLUMN batch TEXT NOT NULL DEFAULT '';     -- mark of the batch in which it was last sent; '' by itself
ALTER TABLE request ADD COLUMN batch_key TEXT NOT NULL DEFAULT ''; -- by which its result is known
CREATE INDEX request_in_batch ON request (batch) WHERE batch <> '';

-- Tests that used a reply which another test had paid for.
CREATE TABLE request_use (
    request INTEGER NOT NULL REFERENCES request (id) ON DELETE CASCADE,
    study   TEXT NOT NULL,
    test    TEXT NOT NULL,
    purpose TEXT NOT NULL,
    time    TEXT NOT NULL,
    PRIMARY KEY (request, study, test, purpose),
    FOREIGN KEY (study, test) REFERENCES test (study, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX request_use_test ON request_use (study, test);

-- +goose StatementBegin
CREATE TRIGGER batch_test_gone AFTER DELETE ON test BEGIN
    UPDATE request_batch SET study = '', test = '' WHERE study = old.study AND test = old.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER batch_study_gone AFTER DELETE ON study BEGIN
    UPDATE request_batch SET study = '', test = '' WHERE study = old.id;
END;
-- +goose StatementEnd
