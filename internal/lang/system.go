package lang

import (
	"strings"

	"iucomstudien/internal/study"
)

// FromSystem is the language that the system's environment asks for, or English when it asks for one that the
// program does not speak, or for none. getenv is [os.Getenv] outside tests.
func FromSystem(getenv func(string) string) study.Language {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		value := getenv(name)
		if len(value) < 2 {
			continue
		}
		if l := study.Language(strings.ToLower(value[:2])); l.Valid() {
			return l
		}
		return study.English
	}
	return study.English
}
