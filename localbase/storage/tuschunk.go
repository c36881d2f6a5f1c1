package storage

import (
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/gabriel-vasile/mimetype"
)

// receiveChunk appends the request's body to the upload and stores the new offset, also if the client disconnects
// during the body. After the last byte it creates the object (finishUpload); an error of this leaves the offset
// unchanged, so that the client can send the chunk again. It returns 413 for too many bytes, and 460 if the body does not
// have the checksum in Upload-Checksum.
func (h *Handler) receiveChunk(req *storageRequest, upload *resumableUpload, limits uploadLimits) error {
	maxBytes, message := limits.size-upload.Offset, "Maximum size exceeded"
	if upload.Length >= 0 {
		maxBytes, message = upload.Length-upload.Offset, "Upload's size exceeded"
	}
	sum, want, err := parseChecksum(req.Header.Get("Upload-Checksum"))
	if err != nil {
		return err
	}
	size, err := h.uploads.appendChunk(req.Context(), upload, req.Body, maxBytes, sum)
	if err == nil && size > maxBytes {
		return newTusError(http.StatusRequestEntityTooLarge, message)
	}
	if sum != nil && (err != nil || string(sum.Sum(nil)) != want) {
		return errors.Join(err, newTusError(statusChecksumMismatch, "Checksum mismatch"))
	}
	if err == nil && upload.Length >= 0 && upload.Offset+size == upload.Length {
		if err := h.finishUpload(req, *upload, limits); err != nil {
			return err
		}
		upload.Finished = true
	}
	upload.Offset += size
	return errors.Join(err, h.uploads.save(*upload))
}

// appendChunk writes body after the acknowledged bytes and adds it to sum, unless sum is nil. It writes at
// most maxBytes+1 bytes and returns their number, also with an error.
func (u *uploadStore) appendChunk(ctx context.Context, upload *resumableUpload, body io.Reader, maxBytes int64, sum hash.Hash) (int64, error) {
	file, err := os.OpenFile(u.bytesPath(upload.ID), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return 0, fmt.Errorf("open upload: %w", err)
	}
	if _, err := file.Seek(upload.Offset, io.SeekStart); err != nil {
		return 0, errors.Join(fmt.Errorf("continue upload: %w", err), file.Close())
	}
	var target io.Writer = file
	if sum != nil {
		target = io.MultiWriter(file, sum)
	}
	size, err := io.Copy(target, io.LimitReader(requestBody{ctx, body}, maxBytes+1))
	return size, errors.Join(err, file.Sync(), file.Close())
}

// parseChecksum parses Upload-Checksum: an algorithm and the checksum of the chunk in base64. It returns
// nil for "".
func parseChecksum(header string) (sum hash.Hash, want string, err error) {
	if header == "" {
		return nil, "", nil
	}
	algorithm, encoded, _ := strings.Cut(header, " ")
	newHash := map[string]func() hash.Hash{"md5": md5.New, "sha1": sha1.New, "sha256": sha256.New}[algorithm]
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	if newHash == nil || err != nil {
		return nil, "", newTusError(http.StatusBadRequest, "Upload-Checksum is invalid")
	}
	return newHash(), string(decoded), nil
}

// finishUpload creates the storage object from the received bytes of an upload, then deletes these bytes. If the client
// stated no content type, it detects the type and returns an error if the bucket does not allow it. The caller has
// checked the size. A cancelled request does not stop it.
func (h *Handler) finishUpload(req *storageRequest, upload resumableUpload, limits uploadLimits) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(req.Context()), time.Hour) // copying gigabytes can take long
	defer cancel()
	file, err := os.Open(h.uploads.bytesPath(upload.ID))
	if err != nil {
		return fmt.Errorf("open upload: %w", err)
	}
	defer file.Close()
	if upload.ContentType == "" {
		detected, err := mimetype.DetectReader(file)
		if err == nil {
			_, err = file.Seek(0, io.SeekStart)
		}
		if err != nil {
			return fmt.Errorf("detect the type of upload: %w", err)
		}
		upload.ContentType = detected.String()
		if err := checkMimeType(upload.ContentType, limits.types); err != nil {
			return err
		}
	}
	// Copies the content, so that the client can retry the last chunk if the row can't be written.
	written, err := h.files.writeVersion(ctx, io.LimitReader(file, upload.Length), upload.Length)
	if err != nil {
		return err
	}
	metadata, err := json.Marshal(objectMetadata{
		ETag: written.etag, Size: written.size, ContentLength: written.size, MimeType: upload.ContentType,
		CacheControl: upload.CacheControl, LastModified: timestamp(h.Now()), HTTPStatusCode: 200,
	})
	if err != nil {
		return errors.Join(fmt.Errorf("encode metadata: %w", err), h.files.remove(written.version))
	}
	_, err = h.commitObject(ctx, newObject{bucket: upload.Bucket, key: upload.Key, subject: upload.Subject, version: written.version,
		metadata: metadata, userMetadata: upload.UserMetadata, upsert: upload.Upsert})
	if err != nil {
		return err
	}
	return h.uploads.removeBytes(upload.ID)
}
