-- What a person decided about single replacements of personal data: never replace this, or replace it. These are
-- surfaces of texts and may be names; they stand here and never in the study log.

-- +goose Up
CREATE TABLE replacement (
    study       TEXT NOT NULL REFERENCES study (id) ON DELETE CASCADE,
    test        TEXT NOT NULL, -- '' for the whole study; placeholders have their numbers in one test alone
    surface     TEXT NOT NULL CHECK (surface <> ''),
    kind        TEXT NOT NULL, -- '' when the surface is kept
    placeholder TEXT NOT NULL, -- '' when the replacement gets a number of its own
    joins       TEXT NOT NULL CHECK (json_valid(joins)), -- surfaces of the placeholder it was united with
    PRIMARY KEY (study, test, surface),
    CHECK (placeholder = '' OR (test <> '' AND kind <> ''))
) STRICT;
