package storage

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/gif" // registers the decoder, like the other unnamed imports
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"time"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"
)

// renderTimeout is the maximum time that a transformation waits for memory.
const renderTimeout = 30 * time.Second

// render handles GET and HEAD /render/image/authenticated/{bucket}/{key...}
// ?width=&height=&resize=&quality=&format=. The caller must be able to select the object.
func (h *Handler) render(w http.ResponseWriter, req *storageRequest) error {
	obj, err := h.findVisibleObject(req.Context(), req)
	if err != nil {
		return err
	}
	return h.renderFromQuery(w, req, obj)
}

// renderPublic handles GET and HEAD /render/image/public/{bucket}/{key...}.
func (h *Handler) renderPublic(w http.ResponseWriter, req *storageRequest) error {
	obj, err := h.findPublicObject(req.Context(), req)
	if err != nil {
		return err
	}
	return h.renderFromQuery(w, req, obj)
}

// renderFromQuery serves an image with the transformation of the query string.
func (h *Handler) renderFromQuery(w http.ResponseWriter, req *storageRequest, obj object) error {
	transform, err := parseTransformQuery(req.URL.Query())
	if err != nil {
		return err
	}
	return h.serveRendered(w, req, obj, transform, "")
}

// renderSigned handles GET and HEAD /render/image/sign/{bucket}/{key...}?token=. The token contains the
// transformation.
func (h *Handler) renderSigned(w http.ResponseWriter, req *storageRequest) error {
	t, err := h.verifyDownloadToken(req, true)
	if err != nil {
		return err
	}
	transform, err := parseTransform(t.Transformations)
	if err != nil {
		return err
	}
	obj, err := h.findAnyObject(req.Context(), req)
	if err != nil {
		return err
	}
	return h.serveRendered(w, req, obj, transform, formatExpires(t))
}

// serveRendered sends an object as a transformed image, or status 304 if the client already has it.
// JPEG remains JPEG, PNG and the first image of a GIF become PNG. WebP, for which localbase has no
// encoder, becomes JPEG, or PNG if it is transparent. expires is the header Expires; empty means none.
func (h *Handler) serveRendered(w http.ResponseWriter, req *storageRequest, obj object, transform imageTransform, expires string) error {
	file, obj, err := h.openObject(req, obj)
	if err != nil {
		return err
	}
	defer file.Close()
	metadata := obj.parseMetadata()
	setObjectHeaders(w, req, metadata, expires)
	if metadata.ETag != "" && req.Header.Get("If-None-Match") == metadata.ETag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	rendered, mime, err := h.transformImage(req.Context(), file, transform)
	if err != nil {
		return err
	}
	if parts := transform.formatHeader(); parts != "" {
		w.Header().Set("X-Transformations", parts)
	}
	w.Header().Set("Content-Type", mime)
	if err := normalizeRange(w, req.Request, int64(len(rendered))); err != nil {
		return err
	}
	http.ServeContent(w, req.Request, "", time.Time(metadata.LastModified), bytes.NewReader(rendered))
	return nil
}

// transformImage decodes, resizes and encodes an image. Concurrent transformations have at most
// ImagePixels source pixels in total, which limits memory: decoding takes up to 16 bytes per
// pixel, depending on the format.
func (h *Handler) transformImage(ctx context.Context, source io.ReadSeeker, transform imageTransform) ([]byte, string, error) {
	config, _, err := image.DecodeConfig(source)
	if err != nil {
		return nil, "", newNotAnImage(err)
	}
	pixels := int64(config.Width) * int64(config.Height)
	if pixels > h.ImagePixels {
		return nil, "", &apiError{status: http.StatusUnprocessableEntity, code: codeInvalidRequest, message: "Source image resolution is too big"}
	}
	waitCtx, cancel := context.WithTimeout(ctx, renderTimeout)
	defer cancel()
	if err := h.pixels.Acquire(waitCtx, pixels); err != nil {
		return nil, "", &apiError{status: http.StatusServiceUnavailable, code: "SlowDown", httpStatus: http.StatusServiceUnavailable,
			message: "Too many image transformations are running", cause: err}
	}
	defer h.pixels.Release(pixels)

	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return nil, "", fmt.Errorf("rewind image: %w", err)
	}
	orientation := readOrientation(source)
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return nil, "", fmt.Errorf("rewind image: %w", err)
	}
	decoded, format, err := image.Decode(source)
	if err != nil {
		return nil, "", newNotAnImage(err)
	}
	return encodeImage(resizeImage(decoded, orientation, transform), format, transform.Quality)
}

func newNotAnImage(err error) *apiError {
	return &apiError{status: http.StatusUnprocessableEntity, code: codeInvalidRequest, message: "Source image type not supported", cause: err}
}

// resizeImage returns source upright, cropped and scaled.
func resizeImage(source image.Image, orientation int, transform imageTransform) *image.RGBA {
	width, height := source.Bounds().Dx(), source.Bounds().Dy()
	if isSideways(orientation) {
		width, height = height, width
	}
	crop, size := transform.computeCrop(width, height)
	// Averaging blocks first avoids artifacts of a strong reduction, without the large buffers that
	// the better scalers of x/image need.
	factor := max(min(crop.Dx()/size.X, crop.Dy()/size.Y), 1)
	upright := rotateUpright(downsample(source, factor), orientation)
	crop = image.Rect(crop.Min.X/factor, crop.Min.Y/factor, crop.Max.X/factor, crop.Max.Y/factor).Intersect(upright.Bounds())
	target := image.NewRGBA(image.Rectangle{Max: size})
	draw.ApproxBiLinear.Scale(target, target.Bounds(), upright, crop, draw.Src, nil)
	return target
}

// downsample returns an image in which each pixel is the average of factor by factor pixels.
func downsample(source image.Image, factor int) *image.RGBA {
	bounds := source.Bounds()
	target := image.NewRGBA(image.Rect(0, 0, max(bounds.Dx()/factor, 1), max(bounds.Dy()/factor, 1)))
	strip := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), min(factor, bounds.Dy())))
	columns := min(factor, bounds.Dx())
	area := columns * strip.Rect.Dy()
	for y := range target.Rect.Dy() {
		draw.Draw(strip, strip.Bounds(), source, image.Pt(bounds.Min.X, bounds.Min.Y+y*factor), draw.Src)
		for x := range target.Rect.Dx() {
			var sums [4]int
			for row := range strip.Rect.Dy() {
				start := row*strip.Stride + x*factor*4
				for offset, value := range strip.Pix[start : start+columns*4] {
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

// encodeImage encodes an image as JPEG or PNG, depending on the format of its source. It returns the
// content and the type.
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
