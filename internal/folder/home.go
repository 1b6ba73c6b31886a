package folder

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"iucomstudien/internal/study"
)

// The names of folders and files, fixed in every language.
const (
	documentsName  = "IUCOM Studien"
	dataName       = "iucom-studien"
	categoriesName = "Kategorien"
	goldName       = "goldstandard"
	keyName        = "Key"
	blindName      = "Blind"
	ratingsName    = "Bewertungen"
	reportName     = "Bericht"
	stardName      = "STARD"
	databaseName   = "studies.db"
)

// Home is where the house keeps its things. The zero value is no home; see [At].
type Home struct {
	Documents string // what people see: Kategorien, studies, Key
	Data      string // the database and its backups
	Cache     string // what can be made again
	Usual     string // where the documents go unless a person chose another folder
}

// At gives the home below dir, for tests and portable use; with dir "" that of the operating system. Documents are where
// a person chose to have them, see [Home.ChooseDocuments]. It makes no folder.
//
// Problems: folder.no-home, folder.choice-unreadable.
func At(dir string) (Home, error) {
	h, err := usual(dir)
	if err != nil {
		return Home{}, err
	}
	h.Usual = h.Documents
	return h.withChoice()
}

// usual is the home where nobody chose anything.
func usual(dir string) (Home, error) {
	if dir == "" {
		if xdg.UserDirs.Documents == "" || xdg.DataHome == "" || xdg.CacheHome == "" {
			return Home{}, &study.Problem{ID: "folder.no-home"}
		}
		return Home{
			Documents: filepath.Join(xdg.UserDirs.Documents, documentsName),
			Data:      filepath.Join(xdg.DataHome, dataName),
			Cache:     filepath.Join(xdg.CacheHome, dataName),
		}, nil
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Home{}, fmt.Errorf("home at %q: %w", dir, err)
	}
	return Home{
		Documents: filepath.Join(abs, documentsName),
		Data:      filepath.Join(abs, "data"),
		Cache:     filepath.Join(abs, "cache"),
	}, nil
}

// Database is the path of the database file.
func (h Home) Database() string { return filepath.Join(h.Data, databaseName) }

// Area is the folder of an area of law, for own documents.
func (h Home) Area(area string) (string, error) {
	return h.below(nil, categoriesName, named(area))
}

// Gold is the folder of an area's expert documents.
func (h Home) Gold(area string) (string, error) {
	return h.below(nil, categoriesName, named(area), goldName)
}

// StudyDir is the folder of a study.
func (h Home) StudyDir(studyID string) (string, error) { return h.below(besideStudies, named(studyID)) }

// TestDir is the folder of a test.
func (h Home) TestDir(studyID, testID string) (string, error) { return h.inTest(studyID, testID, "") }

// Blind is the folder that reviewers get. It belongs to the program alone.
func (h Home) Blind(studyID, testID string) (string, error) {
	return h.inTest(studyID, testID, blindName)
}

// Ratings is the folder to which filled sheets come back.
func (h Home) Ratings(studyID, testID string) (string, error) {
	return h.inTest(studyID, testID, ratingsName)
}

// Report is the folder of a test's report, its data and the study log.
func (h Home) Report(studyID, testID string) (string, error) {
	return h.inTest(studyID, testID, reportName)
}

// Stard is the folder of the STARD report of all tests of a study.
func (h Home) Stard(studyID string) (string, error) {
	return h.below(besideStudies, named(studyID), stardName)
}

// Key is the folder of a study's keys: for the study lead alone, never inside anything handed out.
func (h Home) Key(studyID string) (string, error) {
	return h.below(besideStudies, keyName, named(studyID))
}

// besideStudies are folders that stand where studies stand; besideTests where tests stand. No study and no test may
// bear their names, on a disk that tells capitals apart or not.
var (
	besideStudies = []string{categoriesName, keyName}
	besideTests   = []string{stardName}
)

// named marks a part of a path that a person named.
type named string

// below joins a path below the documents, checking every part that a person named.
func (h Home) below(reserved []string, parts ...any) (string, error) {
	path := h.Documents
	for _, part := range parts {
		name, given := part.(named)
		if !given {
			path = filepath.Join(path, part.(string))
			continue
		}
		safe, err := safeBeside(string(name), reserved)
		if err != nil {
			return "", err
		}
		path = filepath.Join(path, safe)
	}
	return path, nil
}

func (h Home) inTest(studyID, testID, name string) (string, error) {
	dir, err := h.StudyDir(studyID)
	if err != nil {
		return "", err
	}
	test, err := safeBeside(testID, besideTests)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, test, name), nil
}

// safeBeside is SafeName that also keeps clear of folders of the program.
func safeBeside(name string, reserved []string) (string, error) {
	safe, err := SafeName(name)
	if err != nil {
		return "", err
	}
	for _, r := range reserved {
		if strings.EqualFold(r, safe) {
			return "", &study.Problem{ID: "folder.reserved-name", Args: map[string]any{"name": name}}
		}
	}
	return safe, nil
}
