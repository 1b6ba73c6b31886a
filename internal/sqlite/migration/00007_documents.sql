-- What the study lead writes into the documents of a study: the items of the STARD report that the program can not fill
-- in, what it says of a case there, and the fields of the consent form.

-- +goose Up
CREATE TABLE written (
    study    TEXT NOT NULL REFERENCES study (id) ON DELETE CASCADE,
    document TEXT NOT NULL CHECK (document IN ('stard', 'consent', 'protocol')),
    place    TEXT NOT NULL CHECK (place <> ''), -- number of an item, name of a field
    text     TEXT NOT NULL CHECK (text <> ''),
    changed  TEXT NOT NULL,
    PRIMARY KEY (study, document, place)
) STRICT;

CREATE TABLE stard_case (
    study    TEXT NOT NULL,
    test     TEXT NOT NULL,
    severity TEXT NOT NULL CHECK (severity IN ('', 'clear', 'arguable', 'borderline')),
    why_not  TEXT NOT NULL, -- why the answer is no; '' when it was not said
    PRIMARY KEY (study, test),
    FOREIGN KEY (study, test) REFERENCES test (study, id) ON DELETE CASCADE
) STRICT;
