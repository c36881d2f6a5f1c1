package main

import (
	"image/color"
	"math"
	"slices"
	"strings"
)

// colorScheme has the colors of a label or photo in hexadecimal: ground, two for the pattern, and ink.
type colorScheme [4]string

// parse returns the colors of the scheme.
func (s colorScheme) parse() (ground, first, second, ink color.RGBA) {
	return parseHexColor(s[0]), parseHexColor(s[1]), parseHexColor(s[2]), parseHexColor(s[3])
}

var palette = []colorScheme{
	{"#f4d9c6", "#d9643a", "#8f2f1d", "#3b1610"},
	{"#d7e6dc", "#3f8f73", "#1d4f45", "#10302b"},
	{"#f7e3b0", "#e0a127", "#a4541b", "#43210b"},
	{"#dbe4f3", "#4f74c4", "#23386f", "#141f40"},
	{"#f3d8df", "#cf5b7a", "#7c2545", "#3a1021"},
	{"#e3ddf0", "#8365b8", "#43307a", "#211741"},
	{"#d3ebee", "#2e94a6", "#155463", "#0a2e37"},
	{"#ece7db", "#8c7a5b", "#4b3f2c", "#272015"},
	{"#e4edcf", "#86a63a", "#47611d", "#24330d"},
	{"#fbdccb", "#ee7c5a", "#b23a48", "#4a1520"},
}

// paperColors are the colors of a bag's front and shaded side, by roast.
var paperColors = map[string][2]string{
	"light":       {"#f7f3ec", "#e2dbcf"},
	"medium":      {"#d9b98f", "#c09d70"},
	"medium dark": {"#5b4636", "#463427"},
	"dark":        {"#2b2a2d", "#1d1c1f"},
}

// roasts is in order of darkness. The label has one more filled dot for each darker roast.
var roasts = []string{"light", "medium", "medium dark", "dark"}

const photoSize = 640

// drawBag draws the photo of a product: a bag with a label. The index selects the label's
// colors and pattern.
func drawBag(index int, p product) *canvas {
	ground, first, second, ink := palette[index%len(palette)].parse()
	paper := paperColors[p["roast"]]
	c := newCanvas(photoSize, photoSize, blendColors(ground, parseHexColor("#ffffff"), 0.35))
	c.polygon(fadeColor(ground, 0.9), point{0, 520}, point{640, 520}, point{640, 640}, point{0, 640})
	for i := range 14 {
		c.rectangle(fadeColor(second, 0.028), 158-2*float64(i), 568-float64(i), 324+4*float64(i), 24+1.6*float64(i), 12+0.8*float64(i))
	}

	front, side := parseHexColor(paper[0]), parseHexColor(paper[1])
	c.polygon(front, point{170, 96}, point{470, 96}, point{484, 130}, point{490, 560}, point{470, 584}, point{170, 584}, point{150, 560}, point{156, 130})
	c.polygon(side, point{170, 96}, point{156, 130}, point{150, 560}, point{170, 584}, point{176, 560}, point{178, 130})
	c.polygon(fadeColor(side, 0.7), point{470, 96}, point{484, 130}, point{490, 560}, point{470, 584}, point{464, 560}, point{462, 130})
	c.rectangle(side, 166, 62, 308, 40, 6)
	for i := range 4 {
		c.rectangle(fadeColor(front, 0.35), 172, 68+9*float64(i), 296, 2, 1)
	}
	c.circle(fadeColor(side, 0.9), 320, 126, 9)
	c.circle(front, 320, 126, 3)

	const left, top, width, height = 198.0, 156.0, 244.0, 388.0
	c.rectangle(fadeColor(parseHexColor("#000000"), 0.10), left+2, top+4, width, height, 10)
	c.rectangle(parseHexColor("#fffdf9"), left, top, width, height, 10)
	c.drawClipped(left, top, width, 176, func() {
		c.rectangle(ground, left, top, width, height, 10)
		patterns[index%len(patterns)](c, left, top, width, 176, first, second)
	})
	c.polygon(fadeColor(parseHexColor("#ffffff"), 0.10), point{200, 62}, point{262, 62}, point{240, 584}, point{176, 584})
	c.drawLabelText(p, first, ink)
	return c
}

// drawLabelText draws the text of a bag's label: the name, origin, tags, roast, SKU and weight of
// the product.
func (c *canvas) drawLabelText(p product, accent, ink color.RGBA) {
	const middle = 320.0
	c.text(ink, bold, 11, 3.2, middle, 356, "HARBOUR ROASTERS")
	size, letters := 30.0, 14
	lines := wrapText(labelName(p["name"]), letters)
	if len(lines) > 2 {
		size = 24
	}
	y := 396.0
	if len(lines) == 1 {
		y = 412
	}
	for _, line := range lines {
		c.text(ink, bold, min(size, 390/float64(max(len([]rune(line)), 1))), 0, middle, y, line)
		y += size * 1.1
	}
	c.text(accent, medium, 14, 1, middle, 468, p["origin"])
	tags := strings.Split(p["tags"], "|")
	c.text(ink, regular, 13, 0, middle, 490, strings.Join(tags[:min(2, len(tags))], " · "))
	for i := range roasts {
		c.circle(accent, 272+32*float64(i), 511, 8)
		if i > slices.Index(roasts, p["roast"]) {
			c.circle(parseHexColor("#fffdf9"), 272+32*float64(i), 511, 6)
		}
	}
	c.text(ink, regular, 10, 0.5, middle, 538, p["sku"]+"  ·  "+p["weight_g"]+" g")
}

// labelName returns the text of a bag's label for a product's name: it removes the characters "(" and ")", and those
// after U+024F, which the Go fonts can't draw, and reduces white space to single spaces.
func labelName(name string) string {
	letters := strings.Map(func(r rune) rune {
		if r > 0x24f || r == '(' || r == ')' {
			return -1
		}
		return r
	}, name)
	return strings.Join(strings.Fields(letters), " ")
}

// blendColors mixes two colors; share is the part of b, from 0 to 1.
func blendColors(a, b color.RGBA, share float64) color.RGBA {
	mix := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// pattern fills a rectangle with shapes in two colors, so that labels differ.
type pattern func(c *canvas, x, y, width, height float64, first, second color.RGBA)

var patterns = []pattern{drawWaves, drawSun, drawMountains, drawScales, drawStripes, drawBeans, drawRings, drawTriangles, drawDots}

// drawWaves draws six overlapping waves, whose color changes from first to second.
func drawWaves(c *canvas, x, y, width, height float64, first, second color.RGBA) {
	for row := range 6 {
		base := y + 30 + 28*float64(row)
		outline := []point{{x, y + height}}
		for step := 0.0; step <= width; step += 4 {
			outline = append(outline, point{x + step, base + 11*math.Sin(step/24+float64(row)*1.3)})
		}
		outline = append(outline, point{x + width, y + height})
		c.polygon(blendColors(first, second, float64(row)/5), outline...)
	}
}

// drawSun draws a sun with rays above a horizon.
func drawSun(c *canvas, x, y, width, height float64, first, second color.RGBA) {
	middle, horizon := x+width/2, y+height*0.78
	for ray := range 16 {
		angle := 180 + 360/32*float64(ray)
		edge := arcPoints(middle, horizon, 220, angle, angle+5.6)
		c.polygon(fadeColor(first, 0.45), append([]point{{middle, horizon}}, edge...)...)
	}
	c.circle(second, middle, horizon, 62)
	c.circle(first, middle, horizon, 50)
	c.rectangle(second, x, horizon, width, height, 0)
	for line := range 3 {
		c.rectangle(fadeColor(first, 0.8), x+40*float64(line)+20, horizon+9+10*float64(line), width-80*float64(line)-40, 3, 1)
	}
}

// drawMountains draws five mountains, the first two with snow, and a pale sun.
func drawMountains(c *canvas, x, y, width, height float64, first, second color.RGBA) {
	c.circle(fadeColor(first, 0.8), x+width*0.72, y+52, 26)
	for i, peak := range []struct{ at, top, spread, share float64 }{
		{0.25, 62, 130, 0.1}, {0.8, 78, 120, 0.3}, {0.5, 92, 110, 0.6}, {0.1, 120, 110, 0.85}, {0.95, 126, 100, 1},
	} {
		at := x + width*peak.at
		c.polygon(blendColors(first, second, peak.share), point{at, y + peak.top}, point{at + peak.spread, y + height}, point{at - peak.spread, y + height})
		if i < 2 {
			c.polygon(parseHexColor("#fffdf9"), point{at, y + peak.top}, point{at + 16, y + peak.top + 15}, point{at + 4, y + peak.top + 12},
				point{at - 4, y + peak.top + 19}, point{at - 15, y + peak.top + 14})
		}
	}
}

// drawScales draws rows of overlapping fish scales.
func drawScales(c *canvas, x, y, width, height float64, first, second color.RGBA) {
	for row := 8; row >= 0; row-- {
		for column := -1; column <= 6; column++ {
			cx := x + 41*float64(column) + 20.5*float64(row%2)
			cy := y + 22*float64(row)
			c.circle(second, cx, cy, 24)
			c.circle(first, cx, cy, 18)
			c.circle(second, cx, cy, 11)
			c.circle(blendColors(first, parseHexColor("#ffffff"), 0.5), cx, cy, 5)
		}
	}
}

// drawStripes draws diagonal stripes that alternate between the colors.
func drawStripes(c *canvas, x, y, width, height float64, first, second color.RGBA) {
	for i := -8; i < 12; i++ {
		from := x + 34*float64(i)
		fill := first
		if i%2 == 0 {
			fill = second
		}
		c.polygon(fill, point{from, y + height}, point{from + 20, y + height}, point{from + 20 + height*0.8, y}, point{from + height*0.8, y})
	}
}

// drawBeans draws rows of coffee beans with different angles; every third is in the second color.
func drawBeans(c *canvas, x, y, width, height float64, first, second color.RGBA) {
	for row := range 5 {
		for column := range 6 {
			cx, cy := x+22+41*float64(column)+20*float64(row%2), y+20+36*float64(row)
			tilt := 0.5 + 0.9*float64((row*3+column*5)%4)
			var outline, seam []point
			for step := range 48 {
				sin, cos := math.Sincos(float64(step) * math.Pi / 24)
				outline = append(outline, rotatePoint(cx, cy, 15*cos, 10.5*sin, tilt))
			}
			for step := -14.0; step <= 14; step++ {
				seam = append(seam, rotatePoint(cx, cy, step, 2.6*math.Sin(step/4.2)-1, tilt))
			}
			for step := 14.0; step >= -14; step-- {
				seam = append(seam, rotatePoint(cx, cy, step, 2.6*math.Sin(step/4.2)+1.2, tilt))
			}
			fill := first
			if (row+column)%3 == 0 {
				fill = second
			}
			c.polygon(fill, outline...)
			c.polygon(parseHexColor("#fffdf9"), seam...)
		}
	}
}

// rotatePoint returns the point at an offset from a center after a rotation by the angle, in radians.
func rotatePoint(cx, cy, dx, dy, angle float64) point {
	sin, cos := math.Sincos(angle)
	return point{cx + dx*cos - dy*sin, cy + dx*sin + dy*cos}
}

// drawRings draws concentric rings.
func drawRings(c *canvas, x, y, width, height float64, first, second color.RGBA) {
	for i := 11; i >= 0; i-- {
		fill := first
		switch i % 3 {
		case 1:
			fill = second
		case 2:
			fill = blendColors(first, parseHexColor("#ffffff"), 0.65)
		}
		c.circle(fill, x+width*0.32, y+height*0.62, 16+18*float64(i))
	}
}

// drawTriangles draws a grid of squares that a diagonal splits into two triangles.
func drawTriangles(c *canvas, x, y, width, height float64, first, second color.RGBA) {
	const size = 44.0
	for row := range 5 {
		for column := range 6 {
			left, top := x+size*float64(column), y+size*float64(row)
			share := float64((row*5+column*7)%6) / 5
			c.polygon(blendColors(first, second, share), point{left, top}, point{left + size, top}, point{left, top + size})
			c.polygon(blendColors(first, parseHexColor("#ffffff"), 0.75-share/2), point{left + size, top}, point{left + size, top + size}, point{left, top + size})
		}
	}
}

// drawDots draws a grid of dots, which become smaller with the distance from a point at the top
// right.
func drawDots(c *canvas, x, y, width, height float64, first, second color.RGBA) {
	for row := range 8 {
		for column := range 10 {
			cx, cy := x+14+24*float64(column), y+12+22*float64(row)
			distance := math.Hypot(cx-x-width*0.7, cy-y-height*0.3)
			c.circle(blendColors(second, first, min(1, distance/190)), cx, cy, max(1.5, 10.5-distance/26))
		}
	}
}
