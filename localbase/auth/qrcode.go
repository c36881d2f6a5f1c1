package auth

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// Sizes of a QR code.
const (
	qrModule    = 3 // SVG units of a module
	qrQuietZone = 4 // modules of the empty border (ISO/IEC 18004)
)

// qrSVG returns an SVG image of a QR code. It is black on white, independent of the page's theme,
// since cameras don't recognize inverted codes.
func qrSVG(text string) (string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return "", fmt.Errorf("encode QR code: %w", err)
	}
	modules := code.Bounds().Dx()
	side := (modules + 2*qrQuietZone) * qrModule
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" shape-rendering="crispEdges">`, side, side, side, side)
	fmt.Fprintf(&svg, `<rect width="%d" height="%d" fill="#fff"/><path fill="#000" d="`, side, side)
	for y := range modules {
		for x := range modules {
			if code.At(x, y) == color.Black {
				fmt.Fprintf(&svg, "M%d %dh%dv%dh-%dz", (x+qrQuietZone)*qrModule, (y+qrQuietZone)*qrModule, qrModule, qrModule, qrModule)
			}
		}
	}
	svg.WriteString(`"/></svg>`)
	return svg.String(), nil
}
