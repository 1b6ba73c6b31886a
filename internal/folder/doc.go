// Package folder knows where things lie on disk, and writes files so that a half-written one is never seen.
//
// [Home] gives the places of the house: the documents a person sees, the data and the cache. Folder names are the
// same in every language. A name that comes from a person (a study, a test, an area of law) becomes a part of a path
// only through [SafeName], which refuses what any of the operating systems would refuse or misunderstand, so that a
// study made on one machine can be copied to another.
//
// Everything is written to a temporary file in the same folder, synced and renamed. [WriteTree] replaces a folder that
// belongs to the program alone as a whole; [WriteInto] adds files to a folder in which people keep their own.
//
// Faults of the disk that a person can mend (full, no permission, open in another program) are a study.Problem. The
// package knows nothing of what the files contain and of the database.
package folder
