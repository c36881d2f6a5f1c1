package storage

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/gif" // registers the decoder; so do the imports below
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"time"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"
)

// renderTimeout is how long a transformation waits for others to give memory back.
const renderTimeout = 30 * time.Second

// render serves GET and HEAD /render/image/authenticated/{bucket}/{key...}
// ?width=&height=&resize=&quality=&format=, for an object that the caller may select.
func (h *Handler) render(w http.ResponseWriter, c *storageRequest) error {
	found, err := h.findVisibleObject(c.Context(), c)
	if err != nil {
		return err
	}
	return h.renderFromQuery(w, c, found)
}

// renderPublic serves GET and HEAD /render/image/public/{bucket}/{key...}.
func (h *Handler) renderPublic(w http.ResponseWriter, c *storageRequest) error {
	found, err := h.findPublicObject(c.Context(), c)
	if err != nil {
		return err
	}
	return h.renderFromQuery(w, c, found)
}

func (h *Handler) renderFromQuery(w http.ResponseWriter, c *storageRequest, found object) error {
	wanted, err := parseTransformQuery(c.URL.Query())
	if err != nil {
		return err
	}
	return h.serveRendered(w, c, found, wanted, "")
}

// renderSigned serves GET and HEAD /render/image/sign/{bucket}/{key...}?token=: the token says how to render.
func (h *Handler) renderSigned(w http.ResponseWriter, c *storageRequest) error {
	t, err := h.verifyDownloadToken(c, true)
	if err != nil {
		return err
	}
	wanted, err := parseTransform(t.Transformations)
	if err != nil {
		return err
	}
	found, err := h.findAnyObject(c.Context(), c)
	if err != nil {
		return err
	}
	return h.serveRendered(w, c, found, wanted, formatExpires(t))
}

// serveRendered sends the image as wanted. JPEG stays JPEG; PNG and a GIF's first
// picture come as PNG; WebP, which can't be written here, as JPEG, or PNG if it is transparent.
func (h *Handler) serveRendered(w http.ResponseWriter, c *storageRequest, found object, wanted imageTransform, expires string) error {
	file, found, err := h.openObject(c, found)
	if err != nil {
		return err
	}
	defer file.Close()
	facts := found.parseMetadata()
	setObjectHeaders(w, c, facts, expires)
	if facts.ETag != "" && c.Header.Get("If-None-Match") == facts.ETag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	rendered, mime, err := h.transformImage(c.Context(), file, wanted)
	if err != nil {
		return err
	}
	if parts := wanted.formatHeader(); parts != "" {
		w.Header().Set("X-Transformations", parts)
	}
	w.Header().Set("Content-Type", mime)
	if err := normalizeRange(w, c.Request, int64(len(rendered))); err != nil {
		return err
	}
	http.ServeContent(w, c.Request, "", time.Time(facts.LastModified), bytes.NewReader(rendered))
	return nil
}

// transformImage decodes, resizes and encodes. All transformations that run together
// hold ImagePixels source pixels at most: memory is bounded by that, times the
// 16 bytes that the worst format takes per pixel while it is decoded.
func (h *Handler) transformImage(ctx context.Context, source io.ReadSeeker, wanted imageTransform) ([]byte, string, error) {
	config, _, err := image.DecodeConfig(source)
	if err != nil {
		return nil, "", newNotAnImage(err)
	}
	pixels := int64(config.Width) * int64(config.Height)
	if pixels > h.ImagePixels {
		return nil, "", &apiError{status: http.StatusUnprocessableEntity, code: codeInvalidRequest, message: "Source image resolution is too big"}
	}
	waiting, cancel := context.WithTimeout(ctx, renderTimeout)
	defer cancel()
	if err := h.pixels.Acquire(waiting, pixels); err != nil {
		return nil, "", &apiError{status: http.StatusServiceUnavailable, code: "SlowDown", httpStatus: http.StatusServiceUnavailable,
			message: "Too many image transformations are running", cause: err}
	}
	defer h.pixels.Release(pixels)

	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return nil, "", fmt.Errorf("rewind image: %w", err)
	}
	turn := readOrientation(source)
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return nil, "", fmt.Errorf("rewind image: %w", err)
	}
	decoded, format, err := image.Decode(source)
	if err != nil {
		return nil, "", newNotAnImage(err)
	}
	return encodeImage(resizeImage(decoded, turn, wanted), format, wanted.Quality)
}

func newNotAnImage(err error) *apiError {
	return &apiError{status: http.StatusUnprocessableEntity, code: codeInvalidRequest, message: "Source image type not supported", cause: err}
}

// resizeImage draws source upright, in the size and section that is wanted.
func resizeImage(source image.Image, turn int, wanted imageTransform) *image.RGBA {
	width, height := source.Bounds().Dx(), source.Bounds().Dy()
	if isSideways(turn) {
		width, height = height, width
	}
	shown, size := wanted.computeCrop(width, height)
	// Averaging whole blocks first keeps a strong reduction smooth without the
	// large buffers that x/image's finer scalers take.
	factor := max(min(shown.Dx()/size.X, shown.Dy()/size.Y), 1)
	upright := rotateUpright(downsample(source, factor), turn)
	shown = image.Rect(shown.Min.X/factor, shown.Min.Y/factor, shown.Max.X/factor, shown.Max.Y/factor).Intersect(upright.Bounds())
	target := image.NewRGBA(image.Rectangle{Max: size})
	draw.ApproxBiLinear.Scale(target, target.Bounds(), upright, shown, draw.Src, nil)
	return target
}

// downsample averages blocks of factor by factor pixels.
func downsample(source image.Image, factor int) *image.RGBA {
	bounds := source.Bounds()
	target := image.NewRGBA(image.Rect(0, 0, max(bounds.Dx()/factor, 1), max(bounds.Dy()/factor, 1)))
	strip := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), min(factor, bounds.Dy())))
	across := min(factor, bounds.Dx())
	area := across * strip.Rect.Dy()
	for y := range target.Rect.Dy() {
		draw.Draw(strip, strip.Bounds(), source, image.Pt(bounds.Min.X, bounds.Min.Y+y*factor), draw.Src)
		for x := range target.Rect.Dx() {
			var sums [4]int
			for row := range strip.Rect.Dy() {
				start := row*strip.Stride + x*factor*4
				for offset, value := range strip.Pix[start : start+across*4] {
					sums[offset%4] += int(value)
				}
			}
			for channel, sum := range sums {
				target.Pix[y*target.Stride+x*4+channel] = uint8((sum + area/2) / area)
			}
		}
	}
	return target
}

// encodeImage writes the picture in the format that its source's calls for.
func encodeImage(picture *image.RGBA, format string, quality int) ([]byte, string, error) {
	if quality == 0 {
		quality = defaultQuality
	}
	var out bytes.Buffer
	if format == "jpeg" || format == "webp" && picture.Opaque() {
		if err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: quality}); err != nil {
			return nil, "", fmt.Errorf("encode image: %w", err)
		}
		return out.Bytes(), "image/jpeg", nil
	}
	if err := png.Encode(&out, picture); err != nil {
		return nil, "", fmt.Errorf("encode image: %w", err)
	}
	return out.Bytes(), "image/png", nil
}
