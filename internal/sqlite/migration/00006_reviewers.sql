-- Who reviews, and how. Name and e-mail of a reviewer stand here alone: never in the study log, never in a file.

-- +goose Up
CREATE TABLE reviewer (
    study    TEXT NOT NULL REFERENCES study (id) ON DELETE CASCADE,
    id       TEXT NOT NULL CHECK (id <> ''),
    name     TEXT NOT NULL,
    email    TEXT NOT NULL,
    deadline TEXT NOT NULL, -- '2026-03-31'; '' when there is none
    PRIMARY KEY (study, id)
) STRICT;
-- Two IDs that differ in capitals alone would share a folder on Windows and on a Mac.
CREATE UNIQUE INDEX reviewer_folder ON reviewer (study, id COLLATE NOCASE);

-- Not everybody rates everything: each answer is for so many of these reviewers. Who gets what is drawn from the seed.
CREATE TABLE overlap (
    study     TEXT NOT NULL,
    test      TEXT NOT NULL,
    each      INTEGER NOT NULL CHECK (each > 0),
    seed      INTEGER NOT NULL CHECK (seed BETWEEN -2147483648 AND 2147483647),
    reviewers TEXT NOT NULL CHECK (json_valid(reviewers)),
    PRIMARY KEY (study, test),
    FOREIGN KEY (study, test) REFERENCES test (study, id) ON DELETE CASCADE
) STRICT;

-- What is handed out beside the answers and counts as none: an answer once more under another code, and answers to
-- practise on. Their ratings stand apart, so that no figure of the answers can count them.
CREATE TABLE extra (
    study  TEXT NOT NULL,
    test   TEXT NOT NULL,
    code   TEXT NOT NULL CHECK (code <> ''),
    place  INTEGER NOT NULL CHECK (place > 0),
    repeat TEXT, -- code of the answer that stands here once more
    text   TEXT NOT NULL, -- of an answer to practise on
    PRIMARY KEY (study, test, code),
    UNIQUE (study, test, place),
    FOREIGN KEY (study, test) REFERENCES blinding (study, test) ON DELETE CASCADE,
    FOREIGN KEY (study, test, repeat) REFERENCES blinded (study, test, code) ON DELETE CASCADE,
    CHECK ((repeat IS NULL) = (text <> ''))
) STRICT;
CREATE INDEX extra_repeat ON extra (study, test, repeat);

CREATE TABLE extra_rating (
    study  TEXT NOT NULL,
    test   TEXT NOT NULL,
    rater  TEXT NOT NULL,
    code   TEXT NOT NULL,
    rating TEXT NOT NULL CHECK (json_valid(rating)),
    PRIMARY KEY (study, test, rater, code),
    FOREIGN KEY (study, test, rater) REFERENCES rater (study, test, id) ON DELETE CASCADE,
    FOREIGN KEY (study, test, code) REFERENCES extra (study, test, code) ON DELETE CASCADE
) STRICT;
CREATE INDEX extra_rating_code ON extra_rating (study, test, code);

-- The category on which reviewers agreed after they had differed. Their ratings stay as they were.
CREATE TABLE consensus (
    study    TEXT NOT NULL,
    test     TEXT NOT NULL,
    code     TEXT NOT NULL,
    category TEXT NOT NULL CHECK (category IN ('correct', 'incomplete', 'hallucinated')),
    decided  TEXT NOT NULL CHECK (json_valid(decided)), -- by whom: IDs of reviewers
    reason   TEXT NOT NULL,
    time     TEXT NOT NULL,
    PRIMARY KEY (study, test, code),
    FOREIGN KEY (study, test, code) REFERENCES blinded (study, test, code) ON DELETE CASCADE
) STRICT;
