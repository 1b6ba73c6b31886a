package extract

import "encoding/binary"

// blob is binary data read by offsets that the data itself names: what lies outside reads as zero.
type blob []byte

func (b blob) u8(at int) int {
	if at < 0 || at >= len(b) {
		return 0
	}
	return int(b[at])
}

func (b blob) u16(at int) int {
	if at < 0 || at+2 > len(b) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(b[at:]))
}

// u32 reads an unsigned number; on machines of 32 bits one too large reads as zero.
func (b blob) u32(at int) int {
	if at < 0 || at+4 > len(b) {
		return 0
	}
	return max(0, int(binary.LittleEndian.Uint32(b[at:])))
}

// cut is a part; empty when it does not lie inside as a whole.
func (b blob) cut(at, length int) blob {
	if at < 0 || length <= 0 || at > len(b) || length > len(b)-at {
		return nil
	}
	return b[at : at+length]
}

// from is all that follows an offset.
func (b blob) from(at int) blob {
	if at < 0 || at > len(b) {
		return nil
	}
	return b[at:]
}
