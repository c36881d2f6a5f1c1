package storage

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

const (
	maxUserMetadata = 1 << 20
	sniffBytes      = 3072 // bytes that mimetype reads
	noCache         = "no-cache"
)

// receivedObject is the stored content of a request, with its headers or form fields.
type receivedObject struct {
	storedFile
	mimeType     string
	cacheControl string
	userMetadata json.RawMessage // a JSON object; {} by default
}

// uploadLimits contains the limits for a key.
type uploadLimits struct {
	size  int64
	types []string
}

// findLimits returns the limits of the bucket and the server for a key.
func (h *Handler) findLimits(b bucket, key string) uploadLimits {
	if isPlaceholder(key) {
		return uploadLimits{}
	}
	limits := uploadLimits{size: h.FileSizeLimit, types: b.AllowedMimeTypes}
	if b.FileSizeLimit != nil {
		limits.size = min(limits.size, *b.FileSizeLimit)
	}
	return limits
}

// receive stores the body of r, which is a form with a file or the content itself.
func (f *contentStore) receive(ctx context.Context, r *http.Request, limits uploadLimits) (receivedObject, error) {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		return f.receiveForm(ctx, r, limits)
	}
	if r.ContentLength > limits.size {
		return receivedObject{}, newTooLarge("object")
	}
	in := receivedObject{cacheControl: r.Header.Get("Cache-Control"), userMetadata: decodeMetadata(r.Header.Get("X-Metadata"))}
	if in.cacheControl == "" {
		in.cacheControl = noCache
	}
	if err := in.writeBody(ctx, f, r.Header.Get("Content-Type"), r.Body, limits); err != nil {
		return receivedObject{}, err
	}
	return in, nil
}

// writeBody stores body if its type is allowed. Without a mimeType, it detects the type from the first
// bytes.
func (in *receivedObject) writeBody(ctx context.Context, f *contentStore, mimeType string, body io.Reader, limits uploadLimits) error {
	reader := bufio.NewReaderSize(body, sniffBytes)
	if mimeType == "" {
		start, _ := reader.Peek(sniffBytes) // writeVersion returns the error again
		mimeType = mimetype.Detect(start).String()
	}
	if err := checkMimeType(mimeType, limits.types); err != nil {
		return err
	}
	written, err := f.writeVersion(ctx, reader, limits.size)
	if err != nil {
		return err
	}
	in.storedFile, in.mimeType = written, mimeType
	return nil
}

// receiveForm stores the file of a form. The form can have the fields cacheControl (seconds), metadata
// (JSON) and, before the file, contentType.
func (f *contentStore) receiveForm(ctx context.Context, r *http.Request, limits uploadLimits) (receivedObject, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return receivedObject{}, &apiError{status: 400, code: codeInvalidRequest, message: "The form could not be read", cause: err}
	}
	in := receivedObject{cacheControl: noCache, userMetadata: json.RawMessage(`{}`)}
	if err := in.readParts(ctx, f, parts, limits); err != nil {
		return receivedObject{}, errors.Join(err, f.remove(in.version))
	}
	if in.version == "" {
		return receivedObject{}, newInvalidRequest("No content provided")
	}
	return in, nil
}

// readParts reads the parts of a form and stores its file.
func (in *receivedObject) readParts(ctx context.Context, f *contentStore, parts *multipart.Reader, limits uploadLimits) error {
	contentType := ""
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &apiError{status: 400, code: codeInvalidRequest, message: "The form could not be read", cause: err}
		}
		if part.FileName() != "" && in.version != "" {
			return newInvalidRequest("Only one file can be uploaded")
		}
		if part.FileName() != "" {
			if contentType == "" {
				contentType = part.Header.Get("Content-Type")
			}
			if err := in.writeBody(ctx, f, contentType, part, limits); err != nil {
				return err
			}
			continue
		}
		value, err := io.ReadAll(io.LimitReader(part, maxUserMetadata+1))
		if err != nil {
			return fmt.Errorf("read form field: %w", err)
		}
		if len(value) > maxUserMetadata {
			return newTooLarge("user_metadata")
		}
		switch part.FormName() {
		case "cacheControl":
			in.cacheControl = formatCacheControl(string(value))
		case "contentType":
			contentType = string(value)
		case "metadata", "userMetadata":
			in.userMetadata = normalizeMetadata(value)
		}
	}
}

// formatCacheControl returns the header Cache-Control for a field cacheControl.
func formatCacheControl(seconds string) string {
	if _, err := strconv.Atoi(seconds); err != nil {
		return noCache
	}
	return "max-age=" + seconds
}

// decodeMetadata decodes the header x-metadata, which is JSON in base64. It ignores invalid values, as
// supabase/storage does.
func decodeMetadata(header string) json.RawMessage {
	decoded, err := base64.StdEncoding.DecodeString(header)
	if err != nil {
		return json.RawMessage(`{}`)
	}
	return normalizeMetadata(decoded)
}

// normalizeMetadata returns text if it is a JSON object, and otherwise {}.
func normalizeMetadata(text []byte) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil || fields == nil {
		return json.RawMessage(`{}`)
	}
	return text
}
