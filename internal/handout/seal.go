package handout

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// timeField is the added field in which an archive keeps the time of a file; every other may tell the machine, the user or an old name.
const timeField = 0x5455

// seal looks at how an archive is packed: what stands before its first file, fields beside the times, and, in the blind folder itself, the order of
// the files, which is that of their names.
func (a *audit) seal(prefix string, data []byte, r *zip.Reader) {
	if len(r.File) > 0 && !bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		before := excerpt(decode(data), 0, min(40, len(data)))
		a.found(prefix, Archive, before, before, false)
	}
	for _, part := range r.File {
		for _, id := range fields(part.Extra) {
			if id != timeField {
				field := fmt.Sprintf("0x%04x", id)
				a.found(prefix+part.Name, Archive, field, field, false)
			}
		}
	}
	if prefix == "" && !slices.IsSortedFunc(r.File, func(x, y *zip.File) int { return compareNames(x.Name, y.Name) }) {
		a.found(prefix, Archive, r.File[0].Name, r.File[0].Name, false)
	}
}

// fields gives the numbers of the added fields of a file in an archive.
func fields(extra []byte) (ids []uint16) {
	for len(extra) >= 4 {
		size := int(binary.LittleEndian.Uint16(extra[2:]))
		ids = append(ids, binary.LittleEndian.Uint16(extra))
		extra = extra[min(len(extra), 4+size):]
	}
	if len(extra) > 0 {
		ids = append(ids, 0)
	}
	return ids
}
