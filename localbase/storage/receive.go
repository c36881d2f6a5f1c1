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
	sniffBytes      = 3072 // bytes that mimetype looks at
	noCache         = "no-cache"
)

// receivedObject is an object's body that has been written to the disk, with what its sender said of it.
type receivedObject struct {
	storedFile
	mimeType     string
	cacheControl string
	userMetadata json.RawMessage // an object; {} when none was sent
}

// uploadLimits are what a bucket allows for one key.
type uploadLimits struct {
	size  int64
	types []string
}

// findLimits are the bucket's and the server's limits for key.
func (h *Handler) findLimits(b bucket, key string) uploadLimits {
	if isPlaceholder(key) {
		return uploadLimits{}
	}
	allowed := uploadLimits{size: h.FileSizeLimit, types: b.AllowedMimeTypes}
	if b.FileSizeLimit != nil {
		allowed.size = min(allowed.size, *b.FileSizeLimit)
	}
	return allowed
}

// receive writes the body of r, a form with a file or the bare bytes, to the disk.
func (f *files) receive(ctx context.Context, r *http.Request, allowed uploadLimits) (receivedObject, error) {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		return f.receiveForm(ctx, r, allowed)
	}
	if r.ContentLength > allowed.size {
		return receivedObject{}, newTooLarge("object")
	}
	in := receivedObject{cacheControl: r.Header.Get("Cache-Control"), userMetadata: decodeMetadata(r.Header.Get("X-Metadata"))}
	if in.cacheControl == "" {
		in.cacheControl = noCache
	}
	if err := in.writeBody(ctx, f, r.Header.Get("Content-Type"), r.Body, allowed); err != nil {
		return receivedObject{}, err
	}
	return in, nil
}

// writeBody writes body to the disk, unless its type isn't allowed. A type that
// nobody named is guessed from the first bytes.
func (in *receivedObject) writeBody(ctx context.Context, f *files, mimeType string, body io.Reader, allowed uploadLimits) error {
	reader := bufio.NewReaderSize(body, sniffBytes)
	if mimeType == "" {
		start, _ := reader.Peek(sniffBytes) // an error comes back when the body is copied
		mimeType = mimetype.Detect(start).String()
	}
	if err := checkMimeType(mimeType, allowed.types); err != nil {
		return err
	}
	written, err := f.writeVersion(ctx, reader, allowed.size)
	if err != nil {
		return err
	}
	in.storedFile, in.mimeType = written, mimeType
	return nil
}

// receiveForm reads a form: one part with a file name, and beside it the fields
// cacheControl (seconds), metadata (JSON) and, before the file, contentType.
func (f *files) receiveForm(ctx context.Context, r *http.Request, allowed uploadLimits) (receivedObject, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return receivedObject{}, &apiError{status: 400, code: codeInvalidRequest, message: "The form could not be read", cause: err}
	}
	in := receivedObject{cacheControl: noCache, userMetadata: json.RawMessage(`{}`)}
	if err := in.readParts(ctx, f, parts, allowed); err != nil {
		return receivedObject{}, errors.Join(err, f.remove(in.version))
	}
	if in.version == "" {
		return receivedObject{}, newInvalidRequest("No content provided")
	}
	return in, nil
}

func (in *receivedObject) readParts(ctx context.Context, f *files, parts *multipart.Reader, allowed uploadLimits) error {
	named := ""
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
			if named == "" {
				named = part.Header.Get("Content-Type")
			}
			if err := in.writeBody(ctx, f, named, part, allowed); err != nil {
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
			named = string(value)
		case "metadata", "userMetadata":
			in.userMetadata = normalizeMetadata(value)
		}
	}
}

// formatCacheControl is the Cache-Control that a form's or an upload's cacheControl stands for.
func formatCacheControl(seconds string) string {
	if _, err := strconv.Atoi(seconds); err != nil {
		return noCache
	}
	return "max-age=" + seconds
}

// decodeMetadata reads the header x-metadata: JSON in base 64. What isn't that is ignored, as upstream does.
func decodeMetadata(header string) json.RawMessage {
	decoded, err := base64.StdEncoding.DecodeString(header)
	if err != nil {
		return json.RawMessage(`{}`)
	}
	return normalizeMetadata(decoded)
}

// normalizeMetadata is text if it is a JSON object, else an empty one.
func normalizeMetadata(text []byte) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil || fields == nil {
		return json.RawMessage(`{}`)
	}
	return text
}
