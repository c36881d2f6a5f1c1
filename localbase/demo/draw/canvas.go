package main

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas is a picture with drawing functions. Coordinates are in pixels from the top left.
type canvas struct {
	*image.RGBA
	clip image.Rectangle
}

// newCanvas returns a canvas filled with a color.
func newCanvas(width, height int, background color.Color) *canvas {
	c := &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, width, height))}
	c.clip = c.Bounds()
	draw.Draw(c.RGBA, c.clip, image.NewUniform(background), image.Point{}, draw.Src)
	return c
}

type point struct{ x, y float64 }

// polygon fills the area inside an outline, which it closes.
func (c *canvas) polygon(fill color.Color, outline ...point) {
	box := findBounds(outline).Intersect(c.clip)
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for i, p := range outline {
		x, y := float32(p.x-float64(box.Min.X)), float32(p.y-float64(box.Min.Y))
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(c.RGBA, box, image.NewUniform(fill), image.Point{})
}

// findBounds returns the smallest rectangle of whole pixels around an outline.
func findBounds(outline []point) image.Rectangle {
	low, high := outline[0], outline[0]
	for _, p := range outline {
		low = point{min(low.x, p.x), min(low.y, p.y)}
		high = point{max(high.x, p.x), max(high.y, p.y)}
	}
	return image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y)))
}

// rectangle fills a rectangle with rounded corners.
func (c *canvas) rectangle(fill color.Color, x, y, width, height, radius float64) {
	var outline []point
	for _, corner := range []struct{ x, y, from float64 }{
		{x + width - radius, y + radius, -90}, {x + width - radius, y + height - radius, 0},
		{x + radius, y + height - radius, 90}, {x + radius, y + radius, 180},
	} {
		outline = append(outline, arcPoints(corner.x, corner.y, radius, corner.from, corner.from+90)...)
	}
	c.polygon(fill, outline...)
}

func (c *canvas) circle(fill color.Color, x, y, radius float64) {
	c.polygon(fill, arcPoints(x, y, radius, 0, 360)...)
}

// arcPoints returns points on a part of a circle, in degrees clockwise from three o'clock.
func arcPoints(x, y, radius, from, to float64) []point {
	steps := max(6, int(math.Abs(to-from)/6))
	points := make([]point, 0, steps+1)
	for i := range steps + 1 {
		sin, cos := math.Sincos((from + (to-from)*float64(i)/float64(steps)) * math.Pi / 180)
		points = append(points, point{x + radius*cos, y + radius*sin})
	}
	return points
}

// drawClipped runs drawShapes and clips its shapes to a rectangle.
func (c *canvas) drawClipped(x, y, width, height float64, drawShapes func()) {
	before := c.clip
	c.clip = image.Rect(int(x), int(y), int(x+width), int(y+height)).Intersect(before)
	drawShapes()
	c.clip = before
}

// fontWeight selects a face of the Go fonts.
type fontWeight int

const (
	regular fontWeight = iota
	medium
	bold
)

// typefaces parses the compiled-in font files once.
var typefaces = sync.OnceValue(func() map[fontWeight]*opentype.Font {
	parsed := map[fontWeight]*opentype.Font{}
	for w, ttf := range map[fontWeight][]byte{regular: goregular.TTF, medium: gomedium.TTF, bold: gobold.TTF} {
		f, err := opentype.Parse(ttf)
		if err != nil {
			panic("parse the Go fonts: " + err.Error())
		}
		parsed[w] = f
	}
	return parsed
})

// text draws a line of text, centered at x, with its baseline at y. spacing is the
// extra distance between letters in pixels.
func (c *canvas) text(ink color.Color, w fontWeight, size, spacing, x, y float64, line string) {
	face, err := opentype.NewFace(typefaces()[w], &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return // only if the size is not positive
	}
	defer face.Close()
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(ink), Face: face}
	width := float64(d.MeasureString(line))/64 + spacing*float64(len([]rune(line))-1)
	d.Dot = fixed.Point26_6{X: fixed.Int26_6((x - width/2) * 64), Y: fixed.Int26_6(y * 64)}
	for _, letter := range line {
		d.DrawString(string(letter))
		d.Dot.X += fixed.Int26_6(spacing * 64)
	}
}

// wrapText breaks text into lines of at most maxLetters, except for longer words.
func wrapText(text string, maxLetters int) []string {
	var lines []string
	for word := range strings.FieldsSeq(text) {
		last := len(lines) - 1
		if last >= 0 && len([]rune(lines[last]))+1+len([]rune(word)) <= maxLetters {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// parseHexColor parses a color such as "#c96f4a".
func parseHexColor(code string) color.RGBA {
	var channels [3]uint8
	for i := range channels {
		for _, digit := range code[1+2*i : 3+2*i] {
			channels[i] = channels[i]<<4 | uint8(strings.IndexRune("0123456789abcdef", digit))
		}
	}
	return color.RGBA{channels[0], channels[1], channels[2], 255}
}

// fadeColor returns a translucent color, for shadows and light. opacity is from 0 to 1.
func fadeColor(c color.RGBA, opacity float64) color.NRGBA {
	return color.NRGBA{c.R, c.G, c.B, uint8(255 * opacity)}
}
