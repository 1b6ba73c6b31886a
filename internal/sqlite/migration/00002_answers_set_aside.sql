-- Answers that came in and take no part: some wait for a person's word, some are none (refused, blocked, empty, cut
-- off). And with each answer: whether a person accepted it as it ended, and what its file says beside it.

-- +goose Up
ALTER TABLE answer ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0 CHECK (accepted IN (0, 1));
ALTER TABLE answer ADD COLUMN detail TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(detail));

CREATE TABLE aside (
    study       TEXT NOT NULL,
    test        TEXT NOT NULL,
    id          TEXT NOT NULL CHECK (id <> ''),
    place       INTEGER NOT NULL CHECK (place > 0), -- order of import
    state       TEXT NOT NULL CHECK (state IN ('open', 'outcome', 'settled')),
    participant TEXT NOT NULL,
    problem     TEXT NOT NULL CHECK (json_valid(problem)), -- why it takes no part
    answer      TEXT NOT NULL CHECK (json_valid(answer)),
    detail      TEXT NOT NULL CHECK (json_valid(detail)),
    original    TEXT REFERENCES original (sha256) ON DELETE SET NULL,
    PRIMARY KEY (study, test, id),
    UNIQUE (study, test, place),
    FOREIGN KEY (study, test) REFERENCES test (study, id) ON DELETE CASCADE,
    -- What was decided is an answer now, or gone; its number alone stays, so that it is never given twice.
    CHECK (state <> 'settled' OR (answer = 'null' AND detail = 'null' AND problem = 'null' AND original IS NULL))
) STRICT;
CREATE INDEX aside_original ON aside (original);
