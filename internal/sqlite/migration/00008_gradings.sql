-- What a grading by a model that was asked needs beside its gradings: how the run stands and who was chosen why, the
-- values of its repetitions, and the evaluation of a search. Free words of a grader stand in grading and reply alone,
-- so that a withdrawal finds them there.

-- +goose Up
CREATE TABLE grading_run (
    study TEXT NOT NULL,
    test  TEXT NOT NULL,
    rater TEXT NOT NULL CHECK (rater <> ''),
    state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'incomplete')),
    time  TEXT NOT NULL, -- when it came to this state
    plan  TEXT NOT NULL CHECK (json_valid(plan)),
    PRIMARY KEY (study, test, rater),
    FOREIGN KEY (study, test) REFERENCES blinding (study, test) ON DELETE CASCADE
) STRICT;

-- The second and every later repetition; the first one is the grading itself.
CREATE TABLE grading_repeat (
    study  TEXT NOT NULL,
    test   TEXT NOT NULL,
    rater  TEXT NOT NULL,
    repeat INTEGER NOT NULL CHECK (repeat > 1),
    code   TEXT NOT NULL,
    detail TEXT NOT NULL CHECK (json_valid(detail)),
    PRIMARY KEY (study, test, rater, repeat, code),
    FOREIGN KEY (study, test, rater) REFERENCES grading_run (study, test, rater) ON DELETE CASCADE,
    FOREIGN KEY (study, test, code) REFERENCES blinded (study, test, code) ON DELETE CASCADE
) STRICT;
CREATE INDEX grading_repeat_code ON grading_repeat (study, test, code);

CREATE TABLE retrieval (
    study  TEXT NOT NULL,
    test   TEXT NOT NULL,
    run    TEXT NOT NULL CHECK (run <> ''),
    time   TEXT NOT NULL,
    model  TEXT NOT NULL,
    detail TEXT NOT NULL CHECK (json_valid(detail)),
    PRIMARY KEY (study, test, run),
    FOREIGN KEY (study, test) REFERENCES test (study, id) ON DELETE CASCADE
) STRICT;
