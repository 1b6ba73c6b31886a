// Package settings is the page of the window's own settings: language, light or dark, size of texts. They are kept among
// the toolkit's preferences; nothing of a study ever is.
package settings
