-- Asking models: own documents with their full-text index, the runs of control and Reporter, what the Reporter found
-- for the cases of the archive. And with each answer: may it go to a provider of AI, did its model see the gold standard.

-- +goose Up
ALTER TABLE answer ADD COLUMN ai_consent INTEGER CHECK (ai_consent IN (0, 1));
ALTER TABLE answer ADD COLUMN saw_gold INTEGER NOT NULL DEFAULT 0 CHECK (saw_gold IN (0, 1));
ALTER TABLE blinded ADD COLUMN aligned TEXT; -- the text after alignment of spelling and style; NULL: as it was

-- Files of people as they were when last read. They can be made again from the files and belong to no study.
CREATE TABLE document (
    id         INTEGER PRIMARY KEY,
    collection TEXT NOT NULL CHECK (collection <> ''), -- own documents of an area, its gold standard, the archive
    name       TEXT NOT NULL CHECK (name <> ''),       -- path below the collection, with slashes
    size       INTEGER NOT NULL CHECK (size >= 0),
    changed    TEXT NOT NULL,
    sha256     TEXT NOT NULL CHECK (length(sha256) = 64),
    language   TEXT NOT NULL,
    rules      TEXT NOT NULL,                          -- version of the rules by which its words were indexed
    problem    TEXT CHECK (problem IS NULL OR json_valid(problem)), -- why it can't be searched; NULL: it can
    passages   INTEGER NOT NULL CHECK (passages >= 0),
    UNIQUE (collection, name)
) STRICT;

CREATE TABLE passage (
    id       INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    first    INTEGER NOT NULL CHECK (first > 0), -- paragraphs of the document, from 1
    last     INTEGER NOT NULL CHECK (last >= first),
    heading  TEXT NOT NULL,
    text     TEXT NOT NULL CHECK (text <> '')
) STRICT;
CREATE INDEX passage_document ON passage (document);

-- The words of a passage and its citations, folded and cut to their stems by package sources: the index itself knows
-- no language. The texts stand in passage alone.
CREATE VIRTUAL TABLE passage_index USING fts5 (
    words, citations,
    content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '_'",
    prefix = '4 6'
);

-- One run of a model for a test. A series is what the runs of one question with the same settings have in common.
CREATE TABLE asked_run (
    study     TEXT NOT NULL,
    test      TEXT NOT NULL,
    series    TEXT NOT NULL CHECK (length(series) = 64),
    number    INTEGER NOT NULL CHECK (number > 0),
    condition TEXT NOT NULL CHECK (condition IN ('reporter', 'control')),
    state     TEXT NOT NULL CHECK (state IN ('begun', 'done')),
    setup     TEXT NOT NULL CHECK (json_valid(setup)),
    record    TEXT NOT NULL CHECK (json_valid(record)), -- what was searched, found and left out
    answer    TEXT NOT NULL,                            -- ID of the answer, or of what was set aside in its place
    begun     TEXT NOT NULL,
    PRIMARY KEY (study, test, series, number),
    FOREIGN KEY (study, test) REFERENCES test (study, id) ON DELETE CASCADE
) STRICT;

-- What the Reporter answered and found for a case. It stays when its study is deleted.
CREATE TABLE archive_found (
    id           INTEGER PRIMARY KEY,
    archive_case TEXT NOT NULL REFERENCES archive_case (id) ON DELETE CASCADE,
    study        TEXT NOT NULL,
    test         TEXT NOT NULL,
    run          INTEGER NOT NULL CHECK (run > 0),
    time         TEXT NOT NULL,
    gold         INTEGER NOT NULL CHECK (gold IN (0, 1)), -- the gold standard was among the sources
    found        TEXT NOT NULL CHECK (json_valid(found))
) STRICT;
CREATE INDEX archive_found_case ON archive_found (archive_case);
