// Package translations holds every text that a person sees, one file a language: en.json, de.json, pl.json.
//
// The three files have the same keys; a key names the meaning, not the English wording. Values are texts, or
// objects of plural forms (one, few, many, other). German addresses the reader with «Sie».
package translations
