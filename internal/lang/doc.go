// Package lang says things in a person's language.
//
// A [Catalogue] speaks one language and is passed in, never kept in a variable of the package: the window, a
// study and the terminal may each speak another. Machine values are stored, words are shown; the words stand
// in assets/translations. Plural rules are those of Unicode CLDR as go-i18n has them.
//
// The package makes no sentence by itself: it fills in names, numbers and dates. Numbers take the decimal sign of the
// language; dates stay ISO 8601 in every language.
package lang
