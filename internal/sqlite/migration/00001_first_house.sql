-- The first schema. Words that the program stores (states, conditions, categories) are checked here once more, so that
-- no other program can put a word there that this one does not know.

-- +goose Up
PRAGMA application_id = 1230324563; -- "IUCS"

CREATE TABLE study (
    id          TEXT PRIMARY KEY CHECK (id <> ''),
    name        TEXT NOT NULL,
    lead        TEXT NOT NULL,
    institution TEXT NOT NULL,
    language    TEXT NOT NULL CHECK (language IN ('en', 'de', 'pl')),
    created     TEXT NOT NULL
) STRICT;
-- Two studies that differ in capitals alone would share a folder on Windows and on a Mac.
CREATE UNIQUE INDEX study_folder ON study (id COLLATE NOCASE);

CREATE TABLE archive_case (
    id               TEXT PRIMARY KEY CHECK (id <> ''),
    title            TEXT NOT NULL,
    area             TEXT NOT NULL,
    jurisdiction     TEXT NOT NULL,
    law_as_of        TEXT NOT NULL,
    facts            TEXT NOT NULL,
    target_question  TEXT NOT NULL,
    reference        TEXT CHECK (reference IN ('yes', 'no', 'indeterminate')),
    reference_by     TEXT NOT NULL,
    absent           TEXT NOT NULL CHECK (json_valid(absent)) -- why a value is NULL, by column
) STRICT;

CREATE TABLE test (
    study        TEXT NOT NULL REFERENCES study (id) ON DELETE CASCADE,
    id           TEXT NOT NULL CHECK (id <> ''),
    archive_case TEXT NOT NULL REFERENCES archive_case (id),
    seed         INTEGER NOT NULL CHECK (seed BETWEEN -2147483648 AND 2147483647),
    state        TEXT NOT NULL CHECK (state IN ('collecting', 'blinded', 'unblinded')),
    use_gold     INTEGER NOT NULL CHECK (use_gold IN (0, 1)),
    created      TEXT NOT NULL,
    finished     TEXT,
    PRIMARY KEY (study, id)
) STRICT;
CREATE UNIQUE INDEX test_folder ON test (study, id COLLATE NOCASE);
CREATE INDEX test_case ON test (archive_case);

-- The bytes of files as they came, each once.
CREATE TABLE original (
    sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
    data   BLOB NOT NULL
) STRICT;

CREATE TABLE answer (
    study         TEXT NOT NULL,
    test          TEXT NOT NULL,
    id            TEXT NOT NULL CHECK (id <> ''),
    place         INTEGER NOT NULL CHECK (place > 0), -- order of import
    condition     TEXT NOT NULL CHECK (condition IN ('reporter', 'control', 'other-ai', 'professional', 'student')),
    text          TEXT NOT NULL,
    question      TEXT NOT NULL,
    finish        TEXT NOT NULL,
    withdrawn     INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn = 0 OR (withdrawn = 1 AND text = '')),
    provider      TEXT NOT NULL,
    model         TEXT NOT NULL,
    version       TEXT NOT NULL,
    date          TEXT NOT NULL,
    prompt        TEXT NOT NULL,
    participant   TEXT NOT NULL,
    qualification TEXT NOT NULL,
    aids          INTEGER CHECK (aids IN (0, 1)),
    consent       TEXT NOT NULL CHECK (consent IN ('', 'given', 'denied', 'unclear')),
    file_name     TEXT NOT NULL,
    file_sha256   TEXT NOT NULL,
    file_size     INTEGER NOT NULL CHECK (file_size >= 0),
    file_at       TEXT NOT NULL,
    original      TEXT REFERENCES original (sha256) ON DELETE SET NULL,
    absent        TEXT NOT NULL CHECK (json_valid(absent)),
    PRIMARY KEY (study, test, id),
    UNIQUE (study, test, place),
    FOREIGN KEY (study, test) REFERENCES test (study, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX answer_original ON answer (original);

CREATE TABLE refusal (
    study       TEXT NOT NULL,
    test        TEXT NOT NULL,
    place       INTEGER NOT NULL CHECK (place > 0),
    time        TEXT NOT NULL,
    file        TEXT NOT NULL,
    at          TEXT NOT NULL,
    participant TEXT NOT NULL,
    problem     TEXT NOT NULL CHECK (problem <> ''),
    args        TEXT NOT NULL CHECK (json_valid(args)),
    PRIMARY KEY (study, test, place),
    FOREIGN KEY (study, test) REFERENCES test (study, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE gold (
    study    TEXT NOT NULL,
    test     TEXT NOT NULL,
    place    INTEGER NOT NULL CHECK (place > 0),
    name     TEXT NOT NULL,
    text     TEXT NOT NULL,
    sha256   TEXT NOT NULL,
    size     INTEGER NOT NULL CHECK (size >= 0),
    original TEXT REFERENCES original (sha256) ON DELETE SET NULL,
    PRIMARY KEY (study, test, place),
    UNIQUE (study, test, name),
    FOREIGN KEY (study, test) REFERENCES test (study, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX gold_original ON gold (original);

-- Names that the study lead wants replaced in every answer, in the order in which they are numbered.
CREATE TABLE person (
    study TEXT NOT NULL REFERENCES study (id) ON DELETE CASCADE,
    place INTEGER NOT NULL CHECK (place > 0),
    name  TEXT NOT NULL CHECK (name <> ''),
    PRIMARY KEY (study, place),
    UNIQUE (study, name)
) STRICT;

CREATE TABLE blinding (
    study     TEXT NOT NULL,
    test      TEXT NOT NULL,
    time      TEXT NOT NULL,
    study_key BLOB NOT NULL, -- in the format iucom-key/1
    PRIMARY KEY (study, test),
    FOREIGN KEY (study, test) REFERENCES test (study, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE blinded (
    study     TEXT NOT NULL,
    test      TEXT NOT NULL,
    code      TEXT NOT NULL CHECK (code <> ''),
    place     INTEGER NOT NULL CHECK (place > 0), -- blind order
    answer    TEXT NOT NULL,
    text      TEXT NOT NULL,
    normalise TEXT NOT NULL CHECK (json_valid(normalise)),
    spans     TEXT NOT NULL CHECK (json_valid(spans)),
    PRIMARY KEY (study, test, code),
    UNIQUE (study, test, place),
    UNIQUE (study, test, answer),
    FOREIGN KEY (study, test) REFERENCES blinding (study, test) ON DELETE CASCADE,
    FOREIGN KEY (study, test, answer) REFERENCES answer (study, test, id) ON DELETE CASCADE
) STRICT;

-- What raters read beside the answers, with the same names replaced: the facts, the gold standard.
CREATE TABLE blinded_other (
    study TEXT NOT NULL,
    test  TEXT NOT NULL,
    place INTEGER NOT NULL CHECK (place > 0),
    text  TEXT NOT NULL,
    PRIMARY KEY (study, test, place),
    FOREIGN KEY (study, test) REFERENCES blinding (study, test) ON DELETE CASCADE
) STRICT;

CREATE TABLE rater (
    study       TEXT NOT NULL,
    test        TEXT NOT NULL,
    id          TEXT NOT NULL CHECK (id <> ''),
    kind        TEXT NOT NULL CHECK (kind IN ('human', 'ai')),
    model       TEXT NOT NULL,
    replayed    INTEGER NOT NULL CHECK (replayed IN (0, 1)),
    time        TEXT NOT NULL,
    file_name   TEXT NOT NULL,
    file_sha256 TEXT NOT NULL,
    file_size   INTEGER NOT NULL CHECK (file_size >= 0),
    file_at     TEXT NOT NULL,
    original    TEXT REFERENCES original (sha256) ON DELETE SET NULL,
    PRIMARY KEY (study, test, id),
    FOREIGN KEY (study, test) REFERENCES blinding (study, test) ON DELETE CASCADE
) STRICT;
CREATE INDEX rater_original ON rater (original);

CREATE TABLE rating (
    study     TEXT NOT NULL,
    test      TEXT NOT NULL,
    rater     TEXT NOT NULL,
    code      TEXT NOT NULL,
    category  TEXT CHECK (category IN ('correct', 'incomplete', 'hallucinated')),
    agreement INTEGER CHECK (agreement BETWEEN 0 AND 100),
    grade     INTEGER CHECK (grade BETWEEN 1 AND 5),
    grid      INTEGER CHECK (grid BETWEEN 1 AND 5),
    target    TEXT CHECK (target IN ('yes', 'no', 'indeterminate')),
    guess     TEXT CHECK (guess IN ('human', 'ai')),
    comment   TEXT NOT NULL,
    absent    TEXT NOT NULL CHECK (json_valid(absent)),
    PRIMARY KEY (study, test, rater, code),
    FOREIGN KEY (study, test, rater) REFERENCES rater (study, test, id) ON DELETE CASCADE,
    FOREIGN KEY (study, test, code) REFERENCES blinded (study, test, code) ON DELETE CASCADE
) STRICT;
CREATE INDEX rating_code ON rating (study, test, code);

-- What only an AI grader returns, beside its rating.
CREATE TABLE grading (
    study  TEXT NOT NULL,
    test   TEXT NOT NULL,
    rater  TEXT NOT NULL,
    code   TEXT NOT NULL,
    detail TEXT NOT NULL CHECK (json_valid(detail)),
    PRIMARY KEY (study, test, rater, code),
    FOREIGN KEY (study, test, rater, code) REFERENCES rating (study, test, rater, code) ON DELETE CASCADE
) STRICT;

CREATE TABLE reply (
    study TEXT NOT NULL,
    test  TEXT NOT NULL,
    rater TEXT NOT NULL,
    place INTEGER NOT NULL CHECK (place > 0),
    time  TEXT NOT NULL,
    text  TEXT NOT NULL,
    meta  TEXT NOT NULL CHECK (json_valid(meta)),
    PRIMARY KEY (study, test, rater, place),
    FOREIGN KEY (study, test, rater) REFERENCES rater (study, test, id) ON DELETE CASCADE
) STRICT;

-- The study log. Without a study: the log of the archive, which records what concerns no single study.
CREATE TABLE log (
    study TEXT REFERENCES study (id) ON DELETE CASCADE,
    seq   INTEGER NOT NULL CHECK (seq > 0),
    time  TEXT NOT NULL,
    kind  TEXT NOT NULL CHECK (kind <> ''),
    test  TEXT NOT NULL,
    data  TEXT NOT NULL CHECK (json_valid(data)),
    prev  TEXT NOT NULL CHECK (length(prev) = 64),
    hash  TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT;
CREATE UNIQUE INDEX log_place ON log (coalesce(study, ''), seq);
CREATE INDEX log_study ON log (study);

-- +goose StatementBegin
CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
BEGIN
    SELECT raise(ABORT, 'the study log is append-only');
END;
-- +goose StatementEnd

-- A log goes with its whole study and in no other way: by the time the foreign key removes it, the study is gone.
-- +goose StatementBegin
CREATE TRIGGER log_is_never_shortened BEFORE DELETE ON log
WHEN old.study IS NULL OR EXISTS (SELECT 1 FROM study WHERE id = old.study)
BEGIN
    SELECT raise(ABORT, 'the study log is append-only');
END;
-- +goose StatementEnd

CREATE TABLE preference (
    key   TEXT PRIMARY KEY CHECK (key <> ''),
    value TEXT NOT NULL
) STRICT;

-- A row stands here from the moment something was withdrawn or deleted until its last traces are off the disk.
CREATE TABLE purge (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    since TEXT NOT NULL
) STRICT;
