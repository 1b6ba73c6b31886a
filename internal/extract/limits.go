package extract

import "time"

// Limits of what is read, in bytes where nothing else is said. Legal texts and answer tables stay far below.
const (
	MaxFile        = 50 << 20  // a whole file
	maxPart        = 64 << 20  // one unpacked part of a zip
	maxUnpacked    = 256 << 20 // all unpacked parts together
	maxParts       = 5000      // entries of a zip
	maxText        = 20 << 20  // the text of a document
	maxFieldDepth  = 100       // fields of Word within one another
	maxXMLDepth    = 2000      // nested elements
	maxRows        = 200_000   // rows with content, all sheets together
	maxColumns     = 500       // columns with content
	maxCellText    = 1 << 20   // one cell; Excel itself ends at 32,767 characters
	maxReadingTime = 2 * time.Minute
)
