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
	"strconv"
	"strings"
	"time"

	"github.com/gabriel-vasile/mimetype"
	"github.com/google/uuid"
)

// Resumable uploads: https://tus.io/protocols/resumable-upload, version 1.0.0.
const (
	tusVersion     = "1.0.0"
	tusExtensions  = "creation,creation-with-upload,creation-defer-length,termination,expiration,checksum"
	tusContentType = "application/offset+octet-stream"
	tusSignedPath  = "/upload/resumable/sign"

	statusChecksumMismatch = 460 // tus's own
)

func newTusError(status int, message string) *apiError {
	return &apiError{status: status, code: "TusError", message: message}
}

// writePlainError answers with an error as tus servers do: its real status and a line of text.
func writePlainError(w http.ResponseWriter, f *apiError) {
	w.Header().Set("Tus-Resumable", tusVersion)
	http.Error(w, f.message, f.status)
}

// tusOptions serves OPTIONS /upload/resumable: what this server can do.
func (h *Handler) tusOptions(w http.ResponseWriter, _ *storageRequest) error {
	header := w.Header()
	header.Set("Tus-Resumable", tusVersion)
	header.Set("Tus-Version", tusVersion)
	header.Set("Tus-Extension", tusExtensions)
	header.Set("Tus-Max-Size", strconv.FormatInt(h.FileSizeLimit, 10))
	header.Set("Tus-Checksum-Algorithm", "md5,sha1,sha256")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// tusCreate serves POST /upload/resumable, and with x-signature POST
// /upload/resumable/sign: 201 and Location. A body is the first chunk.
func (h *Handler) tusCreate(w http.ResponseWriter, c *storageRequest) error {
	if err := checkTusVersion(c); err != nil {
		return err
	}
	begun, err := h.parseCreation(c)
	if err != nil {
		return err
	}
	if err := h.checkContinue(c, &begun); err != nil {
		return err
	}
	b, err := h.findRequestBucket(c.Context(), c)
	if err != nil {
		return err
	}
	allowed := h.findLimits(b, begun.Key)
	if begun.Length > allowed.size {
		return newTusError(http.StatusRequestEntityTooLarge, "Maximum size exceeded")
	}
	if begun.ContentType != "" {
		if err := checkMimeType(begun.ContentType, allowed.types); err != nil {
			return err
		}
	}
	if _, err := h.uploads.removeExpired(h.Now()); err != nil {
		h.Logger.Warn("remove expired uploads", "error", err)
	}
	if err := h.uploads.save(begun); err != nil {
		return err
	}
	release, _ := h.uploads.lock(begun.ID) // nobody knows its name yet
	defer release()
	withBody := c.Header.Get("Content-Type") == tusContentType
	if withBody || begun.Length == 0 {
		if err := h.receiveChunk(c, &begun, allowed); err != nil {
			return errors.Join(err, h.uploads.remove(begun.ID)) // its sender never heard where it is
		}
	}
	base := h.publicURL(c.Request) + "/upload/resumable/"
	if strings.HasPrefix(c.URL.Path, tusSignedPath) {
		base += "sign/"
	}
	w.Header().Set("Location", base+begun.ID)
	writeTusResponse(w, http.StatusCreated, begun)
	return nil
}

// parseCreation reads the headers of a creation.
func (h *Handler) parseCreation(c *storageRequest) (resumableUpload, error) {
	fields, err := parseTusMetadata(c.Header.Get("Upload-Metadata"))
	if err != nil {
		return resumableUpload{}, err
	}
	begun := resumableUpload{
		ID:           uuid.NewString(),
		Bucket:       fields["bucketName"],
		Key:          fields["objectName"],
		Subject:      c.caller.Subject(),
		Upsert:       c.Header.Get("X-Upsert") == "true",
		Length:       -1,
		Header:       c.Header.Get("Upload-Metadata"),
		ContentType:  fields["contentType"],
		CacheControl: formatCacheControl(fields["cacheControl"]),
		UserMetadata: normalizeMetadata([]byte(fields["metadata"])),
		Expires:      h.Now().Add(h.UploadExpiry),
	}
	if c.Header.Get("Upload-Defer-Length") != "1" {
		begun.Length, err = strconv.ParseInt(c.Header.Get("Upload-Length"), 10, 64)
		if err != nil || begun.Length < 0 {
			return resumableUpload{}, newTusError(http.StatusBadRequest, "Upload-Length or Upload-Defer-Length header required")
		}
	}
	c.bucket, c.key = begun.Bucket, begun.Key
	if err := checkBucketName(begun.Bucket); err != nil {
		return resumableUpload{}, err
	}
	return begun, checkKey(begun.Key)
}

// parseTusMetadata reads Upload-Metadata: pairs of a key and a value in base 64, separated by commas.
func parseTusMetadata(header string) (map[string]string, error) {
	if header == "" {
		return nil, newInvalidRequest("Metadata header is required")
	}
	fields := map[string]string{}
	for pair := range strings.SplitSeq(header, ",") {
		key, encoded, _ := strings.Cut(strings.TrimSpace(pair), " ")
		value, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
		if err != nil || key == "" {
			return nil, newTusError(http.StatusBadRequest, "Upload-Metadata is invalid")
		}
		fields[key] = string(value)
	}
	return fields, nil
}

// checkTusVersion refuses a request in another version of the protocol, or in none.
func checkTusVersion(c *storageRequest) error {
	if c.Header.Get("Tus-Resumable") != tusVersion {
		return newTusError(http.StatusPreconditionFailed, "Tus-Resumable Required")
	}
	return nil
}

// checkContinue asks whether this request may write to the upload: by its
// signature, or as the person who began it, whom policies must still let write.
func (h *Handler) checkContinue(c *storageRequest, r *resumableUpload) error {
	c.bucket, c.key = r.Bucket, r.Key
	if strings.HasPrefix(c.URL.Path, tusSignedPath) {
		t, err := h.verifyUploadToken(c, c.Header.Get("X-Signature"))
		if err != nil {
			return err
		}
		r.Subject, r.Upsert = t.Owner, *t.Upsert
		return h.checkNotExisting(c.Context(), newObject{bucket: r.Bucket, key: r.Key, upsert: r.Upsert})
	}
	if r.Subject != c.caller.Subject() {
		return newAccessDenied("The upload was begun by somebody else", nil)
	}
	return h.checkWrite(c.Context(), c, newObject{bucket: r.Bucket, key: r.Key, subject: r.Subject, upsert: r.Upsert})
}

// tusHead serves HEAD /upload/resumable/{key...}: how far the upload is.
func (h *Handler) tusHead(w http.ResponseWriter, c *storageRequest) error {
	if err := checkTusVersion(c); err != nil {
		return err
	}
	found, err := h.uploads.load(c.key, h.Now())
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Upload-Metadata", found.Header)
	if found.Length < 0 {
		w.Header().Set("Upload-Defer-Length", "1")
	} else {
		w.Header().Set("Upload-Length", strconv.FormatInt(found.Length, 10))
	}
	writeTusResponse(w, http.StatusOK, found)
	return nil
}

// tusPatch serves PATCH /upload/resumable/{key...}: the next chunk, 204. The last one makes the object.
func (h *Handler) tusPatch(w http.ResponseWriter, c *storageRequest) error {
	if err := checkTusVersion(c); err != nil {
		return err
	}
	if c.Header.Get("Content-Type") != tusContentType {
		return newTusError(http.StatusUnsupportedMediaType, "Content-Type must be "+tusContentType)
	}
	found, release, err := h.acquireUpload(c)
	if err != nil {
		return err
	}
	defer release()
	offset, err := strconv.ParseInt(c.Header.Get("Upload-Offset"), 10, 64)
	if err != nil || offset != found.Offset || found.Finished {
		return newTusError(http.StatusConflict, "Upload-Offset conflict")
	}
	if err := h.checkContinue(c, &found); err != nil {
		return err
	}
	b, err := h.findRequestBucket(c.Context(), c)
	if err != nil {
		return err
	}
	allowed := h.findLimits(b, found.Key)
	if length := c.Header.Get("Upload-Length"); length != "" && found.Length < 0 {
		found.Length, err = strconv.ParseInt(length, 10, 64)
		if err != nil || found.Length < found.Offset {
			return newTusError(http.StatusBadRequest, "Upload-Length is invalid")
		}
		if found.Length > allowed.size {
			return newTusError(http.StatusRequestEntityTooLarge, "Maximum size exceeded")
		}
	}
	if err := h.receiveChunk(c, &found, allowed); err != nil {
		return err
	}
	writeTusResponse(w, http.StatusNoContent, found)
	return nil
}

// tusTerminate serves DELETE /upload/resumable/{key...}: 204.
func (h *Handler) tusTerminate(w http.ResponseWriter, c *storageRequest) error {
	if err := checkTusVersion(c); err != nil {
		return err
	}
	found, release, err := h.acquireUpload(c)
	if err != nil {
		return err
	}
	defer release()
	if found.Finished {
		return newTusError(http.StatusBadRequest, "Cannot terminate an already completed upload")
	}
	if err := h.checkContinue(c, &found); err != nil {
		return err
	}
	if err := h.uploads.remove(found.ID); err != nil {
		return err
	}
	w.Header().Set("Tus-Resumable", tusVersion)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// acquireUpload loads the upload that c names, for this request alone.
func (h *Handler) acquireUpload(c *storageRequest) (resumableUpload, func(), error) {
	release, ok := h.uploads.lock(c.key)
	if !ok {
		return resumableUpload{}, nil, newTusError(http.StatusLocked, "The upload is being written to")
	}
	found, err := h.uploads.load(c.key, h.Now())
	if err != nil {
		release()
		return resumableUpload{}, nil, err
	}
	return found, release, nil
}

// writeTusResponse writes the headers that all answers about an upload have.
func writeTusResponse(w http.ResponseWriter, status int, r resumableUpload) {
	w.Header().Set("Tus-Resumable", tusVersion)
	w.Header().Set("Upload-Offset", strconv.FormatInt(r.Offset, 10))
	w.Header().Set("Upload-Expires", r.Expires.UTC().Format(http.TimeFormat))
	w.WriteHeader(status)
}

// receiveChunk appends the body and, once all bytes are there, makes the object.
// Only then is the last chunk acknowledged. When the sender goes away in the
// middle, what has come so far counts.
func (h *Handler) receiveChunk(c *storageRequest, r *resumableUpload, allowed uploadLimits) error {
	room, full := allowed.size-r.Offset, "Maximum size exceeded"
	if r.Length >= 0 {
		room, full = r.Length-r.Offset, "Upload's size exceeded"
	}
	sum, want, err := parseChecksum(c.Header.Get("Upload-Checksum"))
	if err != nil {
		return err
	}
	size, err := h.uploads.appendChunk(c.Context(), r, c.Body, room, sum)
	if err == nil && size > room {
		return newTusError(http.StatusRequestEntityTooLarge, full)
	}
	if sum != nil && (err != nil || string(sum.Sum(nil)) != want) {
		return errors.Join(err, newTusError(statusChecksumMismatch, "Checksum mismatch"))
	}
	if err == nil && r.Length >= 0 && r.Offset+size == r.Length {
		if err := h.finishUpload(c, *r, allowed); err != nil {
			return err
		}
		r.Finished = true
	}
	r.Offset += size
	return errors.Join(err, h.uploads.save(*r))
}

// appendChunk writes body behind the acknowledged bytes, room of them and one more
// at most, and hashes them into sum if there is one. It says how many came, also with an error.
func (u *uploadStore) appendChunk(ctx context.Context, r *resumableUpload, body io.Reader, room int64, sum hash.Hash) (int64, error) {
	file, err := os.OpenFile(u.bytesPath(r.ID), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return 0, fmt.Errorf("open upload: %w", err)
	}
	if _, err := file.Seek(r.Offset, io.SeekStart); err != nil {
		return 0, errors.Join(fmt.Errorf("continue upload: %w", err), file.Close())
	}
	var target io.Writer = file
	if sum != nil {
		target = io.MultiWriter(file, sum)
	}
	size, err := io.Copy(target, io.LimitReader(requestBody{ctx, body}, room+1))
	return size, errors.Join(err, file.Sync(), file.Close())
}

// parseChecksum reads Upload-Checksum: an algorithm, and the chunk's sum in base 64.
func parseChecksum(header string) (sum hash.Hash, want string, err error) {
	if header == "" {
		return nil, "", nil
	}
	algorithm, encoded, _ := strings.Cut(header, " ")
	known := map[string]func() hash.Hash{"md5": md5.New, "sha1": sha1.New, "sha256": sha256.New}[algorithm]
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	if known == nil || err != nil {
		return nil, "", newTusError(http.StatusBadRequest, "Upload-Checksum is invalid")
	}
	return known(), string(decoded), nil
}

// finishUpload makes the object of an upload whose bytes are all there.
func (h *Handler) finishUpload(c *storageRequest, r resumableUpload, allowed uploadLimits) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Context()), time.Hour) // a copy of gigabytes
	defer cancel()
	file, err := os.Open(h.uploads.bytesPath(r.ID))
	if err != nil {
		return fmt.Errorf("open upload: %w", err)
	}
	defer file.Close()
	if r.ContentType == "" {
		guess, err := mimetype.DetectReader(file)
		if err == nil {
			_, err = file.Seek(0, io.SeekStart)
		}
		if err != nil {
			return fmt.Errorf("look at upload: %w", err)
		}
		r.ContentType = guess.String()
		if err := checkMimeType(r.ContentType, allowed.types); err != nil {
			return err
		}
	}
	// The bytes are copied: if the row can't be written, the upload is as it was and can be tried again.
	written, err := h.files.writeVersion(ctx, io.LimitReader(file, r.Length), r.Length)
	if err != nil {
		return err
	}
	metadata, err := json.Marshal(objectMetadata{
		ETag: written.etag, Size: written.size, ContentLength: written.size, MimeType: r.ContentType,
		CacheControl: r.CacheControl, LastModified: timestamp(h.Now()), HTTPStatusCode: 200,
	})
	if err != nil {
		return errors.Join(fmt.Errorf("encode metadata: %w", err), h.files.remove(written.version))
	}
	_, err = h.commitObject(ctx, newObject{bucket: r.Bucket, key: r.Key, subject: r.Subject, version: written.version,
		metadata: metadata, userMetadata: r.UserMetadata, upsert: r.Upsert})
	if err != nil {
		return err
	}
	return h.uploads.removeBytes(r.ID)
}
