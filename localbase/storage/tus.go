package storage

import (
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// Constants of the protocol tus 1.0.0: https://tus.io/protocols/resumable-upload.
const (
	tusVersion     = "1.0.0"
	tusExtensions  = "creation,creation-with-upload,creation-defer-length,termination,expiration,checksum"
	tusContentType = "application/offset+octet-stream"
	tusSignedPath  = "/upload/resumable/sign"

	statusChecksumMismatch = 460 // defined by tus
)

func newTusError(status int, message string) *apiError {
	return &apiError{status: status, code: "TusError", message: message}
}

// writePlainError writes an error as tus requires: its own status and a line of text.
func writePlainError(w http.ResponseWriter, f *apiError) {
	w.Header().Set("Tus-Resumable", tusVersion)
	http.Error(w, f.message, f.status)
}

// tusOptions handles OPTIONS /upload/resumable. It returns the capabilities of the server.
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

// tusCreate handles POST /upload/resumable and, with x-signature, POST /upload/resumable/sign. It returns
// 201 and Location. A body is the first chunk.
func (h *Handler) tusCreate(w http.ResponseWriter, req *storageRequest) error {
	if err := checkTusVersion(req); err != nil {
		return err
	}
	upload, err := h.parseCreation(req)
	if err != nil {
		return err
	}
	if err := h.checkContinue(req, &upload); err != nil {
		return err
	}
	b, err := h.findRequestBucket(req.Context(), req)
	if err != nil {
		return err
	}
	limits := h.findLimits(b, upload.Key)
	if upload.Length > limits.size {
		return newTusError(http.StatusRequestEntityTooLarge, "Maximum size exceeded")
	}
	if upload.ContentType != "" {
		if err := checkMimeType(upload.ContentType, limits.types); err != nil {
			return err
		}
	}
	if _, err := h.uploads.removeExpired(h.Now()); err != nil {
		h.Logger.Warn("remove expired uploads", "error", err)
	}
	if err := h.uploads.save(upload); err != nil {
		return err
	}
	release, _ := h.uploads.lock(upload.ID) // no other request has the id yet
	defer release()
	withBody := req.Header.Get("Content-Type") == tusContentType
	if withBody || upload.Length == 0 {
		if err := h.receiveChunk(req, &upload, limits); err != nil {
			return errors.Join(err, h.uploads.remove(upload.ID)) // the client has no Location
		}
	}
	base := h.publicURL(req.Request) + "/upload/resumable/"
	if strings.HasPrefix(req.URL.Path, tusSignedPath) {
		base += "sign/"
	}
	w.Header().Set("Location", base+upload.ID)
	writeTusResponse(w, http.StatusCreated, upload)
	return nil
}

// parseCreation parses and validates the headers of a new upload.
func (h *Handler) parseCreation(req *storageRequest) (resumableUpload, error) {
	fields, err := parseTusMetadata(req.Header.Get("Upload-Metadata"))
	if err != nil {
		return resumableUpload{}, err
	}
	upload := resumableUpload{
		ID:           uuid.NewString(),
		Bucket:       fields["bucketName"],
		Key:          fields["objectName"],
		Subject:      req.caller.Subject(),
		Upsert:       req.Header.Get("X-Upsert") == "true",
		Length:       -1,
		Header:       req.Header.Get("Upload-Metadata"),
		ContentType:  fields["contentType"],
		CacheControl: formatCacheControl(fields["cacheControl"]),
		UserMetadata: normalizeMetadata([]byte(fields["metadata"])),
		Expires:      h.Now().Add(h.UploadExpiry),
	}
	if req.Header.Get("Upload-Defer-Length") != "1" {
		upload.Length, err = strconv.ParseInt(req.Header.Get("Upload-Length"), 10, 64)
		if err != nil || upload.Length < 0 {
			return resumableUpload{}, newTusError(http.StatusBadRequest, "Upload-Length or Upload-Defer-Length header required")
		}
	}
	req.bucket, req.key = upload.Bucket, upload.Key
	if err := checkBucketName(upload.Bucket); err != nil {
		return resumableUpload{}, err
	}
	return upload, checkKey(upload.Key)
}

// parseTusMetadata parses Upload-Metadata: comma-separated pairs of a key and a value in base64.
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

// checkTusVersion rejects requests with another or no version of the protocol.
func checkTusVersion(req *storageRequest) error {
	if req.Header.Get("Tus-Resumable") != tusVersion {
		return newTusError(http.StatusPreconditionFailed, "Tus-Resumable Required")
	}
	return nil
}

// checkContinue checks that a request can write to an upload: with a signature, or as the user who started
// it, whom policies must still allow to write the object.
func (h *Handler) checkContinue(req *storageRequest, upload *resumableUpload) error {
	req.bucket, req.key = upload.Bucket, upload.Key
	if strings.HasPrefix(req.URL.Path, tusSignedPath) {
		t, err := h.verifyUploadToken(req, req.Header.Get("X-Signature"))
		if err != nil {
			return err
		}
		upload.Subject, upload.Upsert = t.Owner, *t.Upsert
		return h.checkNotExisting(req.Context(), newObject{bucket: upload.Bucket, key: upload.Key, upsert: upload.Upsert})
	}
	if upload.Subject != req.caller.Subject() {
		return newAccessDenied("The upload was started by another user", nil)
	}
	return h.checkWrite(req.Context(), req, newObject{bucket: upload.Bucket, key: upload.Key, subject: upload.Subject, upsert: upload.Upsert})
}

// tusHead handles HEAD /upload/resumable/{key...}. It returns the offset of the upload.
func (h *Handler) tusHead(w http.ResponseWriter, req *storageRequest) error {
	if err := checkTusVersion(req); err != nil {
		return err
	}
	upload, err := h.uploads.load(req.key, h.Now())
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Upload-Metadata", upload.Header)
	if upload.Length < 0 {
		w.Header().Set("Upload-Defer-Length", "1")
	} else {
		w.Header().Set("Upload-Length", strconv.FormatInt(upload.Length, 10))
	}
	writeTusResponse(w, http.StatusOK, upload)
	return nil
}

// tusPatch handles PATCH /upload/resumable/{key...}, the next chunk. It returns 204. The last chunk creates
// the object.
func (h *Handler) tusPatch(w http.ResponseWriter, req *storageRequest) error {
	if err := checkTusVersion(req); err != nil {
		return err
	}
	if req.Header.Get("Content-Type") != tusContentType {
		return newTusError(http.StatusUnsupportedMediaType, "Content-Type must be "+tusContentType)
	}
	upload, release, err := h.acquireUpload(req)
	if err != nil {
		return err
	}
	defer release()
	offset, err := strconv.ParseInt(req.Header.Get("Upload-Offset"), 10, 64)
	if err != nil || offset != upload.Offset || upload.Finished {
		return newTusError(http.StatusConflict, "Upload-Offset conflict")
	}
	if err := h.checkContinue(req, &upload); err != nil {
		return err
	}
	b, err := h.findRequestBucket(req.Context(), req)
	if err != nil {
		return err
	}
	limits := h.findLimits(b, upload.Key)
	if length := req.Header.Get("Upload-Length"); length != "" && upload.Length < 0 {
		upload.Length, err = strconv.ParseInt(length, 10, 64)
		if err != nil || upload.Length < upload.Offset {
			return newTusError(http.StatusBadRequest, "Upload-Length is invalid")
		}
		if upload.Length > limits.size {
			return newTusError(http.StatusRequestEntityTooLarge, "Maximum size exceeded")
		}
	}
	if err := h.receiveChunk(req, &upload, limits); err != nil {
		return err
	}
	writeTusResponse(w, http.StatusNoContent, upload)
	return nil
}

// tusTerminate handles DELETE /upload/resumable/{key...}. It returns 204.
func (h *Handler) tusTerminate(w http.ResponseWriter, req *storageRequest) error {
	if err := checkTusVersion(req); err != nil {
		return err
	}
	upload, release, err := h.acquireUpload(req)
	if err != nil {
		return err
	}
	defer release()
	if upload.Finished {
		return newTusError(http.StatusBadRequest, "Cannot terminate an already completed upload")
	}
	if err := h.checkContinue(req, &upload); err != nil {
		return err
	}
	if err := h.uploads.remove(upload.ID); err != nil {
		return err
	}
	w.Header().Set("Tus-Resumable", tusVersion)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// acquireUpload loads and locks the upload of a request. The caller must call the returned function.
func (h *Handler) acquireUpload(req *storageRequest) (resumableUpload, func(), error) {
	release, ok := h.uploads.lock(req.key)
	if !ok {
		return resumableUpload{}, nil, newTusError(http.StatusLocked, "The upload is in use by another request")
	}
	upload, err := h.uploads.load(req.key, h.Now())
	if err != nil {
		release()
		return resumableUpload{}, nil, err
	}
	return upload, release, nil
}

// writeTusResponse writes the status and the headers of responses about an upload.
func writeTusResponse(w http.ResponseWriter, status int, upload resumableUpload) {
	w.Header().Set("Tus-Resumable", tusVersion)
	w.Header().Set("Upload-Offset", strconv.FormatInt(upload.Offset, 10))
	w.Header().Set("Upload-Expires", upload.Expires.UTC().Format(http.TimeFormat))
	w.WriteHeader(status)
}
