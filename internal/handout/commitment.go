package handout

import (
	"bytes"
	"encoding/json"
	"fmt"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
)

// Commitment binds the study lead to the key before the first rating: whoever holds it can check later that neither
// key nor study log was changed. It tells nothing about the key, which is hashed together with a secret salt.
type Commitment struct {
	Key string // SHA-256 of salt and study key, hexadecimal
	Log string // hash of the last entry of the study log, hexadecimal
}

// commitmentFormat is the format of commitment.json.
const commitmentFormat = "iucom-commitment/1"

// commitmentFile is the content of commitment.json.
type commitmentFile struct {
	Format      string `json:"format"`
	Study       string `json:"study"`
	Test        string `json:"test"`
	Key         string `json:"key"`
	Log         string `json:"log"`
	Explanation string `json:"explanation"`
}

func commitmentFiles(in Input, _ sheets.Form, cat *lang.Catalogue) ([]folder.File, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(commitmentFile{
		Format: commitmentFormat, Study: in.Study.ID, Test: in.Test.ID,
		Key: in.Commitment.Key, Log: in.Commitment.Log, Explanation: cat.T("handout.commitment.explanation"),
	})
	if err != nil {
		return nil, fmt.Errorf("writing the commitment: %w", err)
	}
	return []folder.File{{Name: "commitment.json", Data: b.Bytes()}}, nil
}

// ReadCommitment reads a commitment.json.
func ReadCommitment(data []byte) (Commitment, error) {
	var f commitmentFile
	if err := json.Unmarshal(data, &f); err != nil {
		return Commitment{}, fmt.Errorf("reading the commitment: %w", err)
	}
	if f.Format != commitmentFormat {
		return Commitment{}, fmt.Errorf("commitment: format %q, want %q", f.Format, commitmentFormat)
	}
	return Commitment{Key: f.Key, Log: f.Log}, nil
}
