package storage

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"image"
	"io"
)

// readOrientation returns the orientation of a JPEG from its EXIF data (CIPA DC-008, tag 0x0112). It is
// from 1 to 8; 1, the default, is upright.
func readOrientation(source io.Reader) int {
	reader := bufio.NewReader(source)
	var marker [4]byte
	if _, err := io.ReadFull(reader, marker[:2]); err != nil || marker[0] != 0xFF || marker[1] != 0xD8 {
		return 1
	}
	for {
		if _, err := io.ReadFull(reader, marker[:]); err != nil || marker[0] != 0xFF || marker[1] == 0xDA {
			return 1
		}
		length := int(binary.BigEndian.Uint16(marker[2:])) - 2
		if length < 0 {
			return 1
		}
		segment := make([]byte, length)
		if _, err := io.ReadFull(reader, segment); err != nil {
			return 1
		}
		if exif, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok && marker[1] == 0xE1 {
			return parseExifOrientation(exif)
		}
	}
}

// parseExifOrientation returns the orientation from the first directory of a TIFF structure.
func parseExifOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	start := int(order.Uint32(tiff[4:]))
	if start < 8 || start+2 > len(tiff) {
		return 1
	}
	entries := tiff[start+2:]
	for range order.Uint16(tiff[start:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == 0x0112 {
			if orientation := int(order.Uint16(entries[8:])); orientation >= 1 && orientation <= 8 {
				return orientation
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}

// isSideways reports whether an orientation swaps width and height.
func isSideways(orientation int) bool { return orientation >= 5 }

// rotateUpright returns source with orientation 1.
func rotateUpright(source *image.RGBA, orientation int) *image.RGBA {
	if orientation == 1 {
		return source
	}
	width, height := source.Rect.Dx(), source.Rect.Dy()
	target := image.NewRGBA(image.Rect(0, 0, width, height))
	if isSideways(orientation) {
		target = image.NewRGBA(image.Rect(0, 0, height, width))
	}
	for y := range height {
		for x := range width {
			tx, ty := x, y
			switch orientation {
			case 2:
				tx = width - 1 - x
			case 3:
				tx, ty = width-1-x, height-1-y
			case 4:
				ty = height - 1 - y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = height-1-y, x
			case 7:
				tx, ty = height-1-y, width-1-x
			case 8:
				tx, ty = y, width-1-x
			}
			copy(target.Pix[target.PixOffset(tx, ty):][:4], source.Pix[source.PixOffset(x, y):][:4])
		}
	}
	return target
}
