// Package assets is the ground of the house: what the program carries with it. Each folder below that holds
// data for one purpose is an embed.FS of its own (translations, rules, templates, icons, the sample study), so
// that a room draws in only what it needs. Nothing here imports anything.
package assets
