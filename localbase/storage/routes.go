package storage

import (
	"context"
	"net/http"
	"strings"

	"github.com/tableside/tableside/localbase/caller"
)

// storageRequest is a request on its way through a handler.
type storageRequest struct {
	*http.Request
	caller     caller.Caller
	isSignedIn bool   // the request brought a valid token
	bucket     string // {bucket} of the route
	key        string // {key...} of the route, unescaped
	operation  string // what policies see as storage.operation()
}

// accessPolicy may use a route.
type accessPolicy int

const (
	accessPublic        accessPolicy = iota // no token is looked at
	accessOptionalToken                     // a token counts if it is valid
	accessTokenRequired                     // without a valid token: refused
)

// route is one line of the table. {bucket} stands for a segment, {key...} for the rest, which isn't empty.
type route struct {
	method    string
	pattern   string
	access    accessPolicy
	operation string
	serve     func(w http.ResponseWriter, c *storageRequest) error
}

// listRoutes is the whole API. The first match counts.
func (h *Handler) listRoutes() []route {
	return []route{
		{"GET", "/status", accessPublic, "storage.health", h.serveStatus},

		{"GET", "/bucket", accessTokenRequired, "storage.bucket.list", respondJSON(h.listBuckets)},
		{"POST", "/bucket", accessTokenRequired, "storage.bucket.create", respondJSON(h.createBucket)},
		{"GET", "/bucket/{bucket}", accessTokenRequired, "storage.bucket.get", respondJSON(h.getBucket)},
		{"PUT", "/bucket/{bucket}", accessTokenRequired, "storage.bucket.update", respondJSON(h.updateBucket)},
		{"DELETE", "/bucket/{bucket}", accessTokenRequired, "storage.bucket.delete", respondJSON(h.deleteBucket)},
		{"POST", "/bucket/{bucket}/empty", accessTokenRequired, "storage.bucket.empty", respondJSON(h.emptyBucket)},

		{"POST", "/object/move", accessTokenRequired, "storage.object.move", respondJSON(h.moveObject)},
		{"POST", "/object/copy", accessTokenRequired, "storage.object.copy", respondJSON(h.copyObject)},
		{"POST", "/object/list/{bucket}", accessTokenRequired, "storage.object.list", respondJSON(h.listObjects)},
		{"POST", "/object/list-v2/{bucket}", accessTokenRequired, "storage.object.list", respondJSON(h.listObjectsV2)},
		{"POST", "/object/sign/{bucket}", accessTokenRequired, "storage.object.sign_many", respondJSON(h.signObjects)},
		{"POST", "/object/sign/{bucket}/{key...}", accessTokenRequired, "storage.object.sign", respondJSON(h.signObject)},
		{"GET", "/object/sign/{bucket}/{key...}", accessPublic, "storage.object.get_signed", h.downloadSigned},
		{"HEAD", "/object/sign/{bucket}/{key...}", accessPublic, "storage.object.get_signed", h.downloadSigned},
		{"POST", "/object/upload/sign/{bucket}/{key...}", accessTokenRequired, "storage.object.sign_upload_url", respondJSON(h.signUpload)},
		{"PUT", "/object/upload/sign/{bucket}/{key...}", accessPublic, "storage.object.upload_signed", respondJSON(h.uploadSigned)},

		{"GET", "/object/info/public/{bucket}/{key...}", accessPublic, "storage.object.info_public", respondJSON(h.getPublicInfo)},
		{"GET", "/object/info/authenticated/{bucket}/{key...}", accessTokenRequired, "storage.object.info_authenticated", respondJSON(h.getInfo)},
		{"GET", "/object/info/{bucket}/{key...}", accessOptionalToken, "storage.object.info_authenticated", respondJSON(h.getInfo)},
		{"GET", "/object/public/{bucket}/{key...}", accessPublic, "storage.object.get_public", h.downloadPublic},
		{"HEAD", "/object/public/{bucket}/{key...}", accessPublic, "storage.object.info_public", h.downloadPublic},
		{"GET", "/object/authenticated/{bucket}/{key...}", accessTokenRequired, "storage.object.get_authenticated", h.download},
		{"HEAD", "/object/authenticated/{bucket}/{key...}", accessTokenRequired, "storage.object.info_authenticated", h.download},

		{"GET", "/object/{bucket}/{key...}", accessOptionalToken, "storage.object.get_authenticated", h.download},
		{"HEAD", "/object/{bucket}/{key...}", accessOptionalToken, "storage.object.info_authenticated", h.download},
		{"POST", "/object/{bucket}/{key...}", accessTokenRequired, "storage.object.upload", respondJSON(h.uploadObject)},
		{"PUT", "/object/{bucket}/{key...}", accessTokenRequired, "storage.object.upload_update", respondJSON(h.updateObject)},
		{"DELETE", "/object/{bucket}/{key...}", accessTokenRequired, "storage.object.delete", respondJSON(h.removeObject)},
		{"DELETE", "/object/{bucket}", accessTokenRequired, "storage.object.delete_many", respondJSON(h.removeObjects)},

		{"GET", "/render/image/public/{bucket}/{key...}", accessPublic, "storage.render.image_public", h.renderPublic},
		{"HEAD", "/render/image/public/{bucket}/{key...}", accessPublic, "storage.render.image_public", h.renderPublic},
		{"GET", "/render/image/authenticated/{bucket}/{key...}", accessTokenRequired, "storage.render.image_authenticated", h.render},
		{"HEAD", "/render/image/authenticated/{bucket}/{key...}", accessTokenRequired, "storage.render.image_authenticated", h.render},
		{"GET", "/render/image/sign/{bucket}/{key...}", accessPublic, "storage.render.image_sign", h.renderSigned},
		{"HEAD", "/render/image/sign/{bucket}/{key...}", accessPublic, "storage.render.image_sign", h.renderSigned},

		{"OPTIONS", "/upload/resumable", accessPublic, "storage.tus.options", h.tusOptions},
		{"OPTIONS", "/upload/resumable/{key...}", accessPublic, "storage.tus.options", h.tusOptions},
		{"POST", "/upload/resumable", accessTokenRequired, "storage.tus.upload.create", h.tusCreate},
		{"POST", "/upload/resumable/sign", accessPublic, "storage.tus.upload.create", h.tusCreate},
		{"HEAD", "/upload/resumable/sign/{key...}", accessPublic, "storage.tus.upload.get", h.tusHead},
		{"PATCH", "/upload/resumable/sign/{key...}", accessPublic, "storage.tus.upload.part", h.tusPatch},
		{"DELETE", "/upload/resumable/sign/{key...}", accessPublic, "storage.tus.upload.delete", h.tusTerminate},
		{"HEAD", "/upload/resumable/{key...}", accessTokenRequired, "storage.tus.upload.get", h.tusHead},
		{"PATCH", "/upload/resumable/{key...}", accessTokenRequired, "storage.tus.upload.part", h.tusPatch},
		{"DELETE", "/upload/resumable/{key...}", accessTokenRequired, "storage.tus.upload.delete", h.tusTerminate},
	}
}

// respondJSON turns a handler that answers with JSON into one that writes.
func respondJSON(answer func(ctx context.Context, c *storageRequest) (any, error)) func(http.ResponseWriter, *storageRequest) error {
	return func(w http.ResponseWriter, c *storageRequest) error {
		body, err := answer(c.Context(), c)
		if err != nil {
			return err
		}
		writeJSON(w, http.StatusOK, body)
		return nil
	}
}

// hasPlainErrors says that the route's errors are plain text with their real status, as tus has it.
func (rt *route) hasPlainErrors() bool { return strings.HasPrefix(rt.pattern, "/upload/") }

// matchRoute finds the route of r and fills in what its pattern names.
func (h *Handler) matchRoute(r *http.Request) (*route, *storageRequest) {
	method := r.Method
	if override := r.Header.Get("X-HTTP-Method-Override"); override != "" && strings.HasPrefix(r.URL.Path, "/upload/") {
		method = override // tus: for clients that can't send PATCH
	}
	for i := range h.routes {
		candidate := &h.routes[i]
		if candidate.method != method {
			continue
		}
		if c := candidate.parsePath(r.URL.Path); c != nil {
			c.Request, c.operation = r, candidate.operation
			return candidate, c
		}
	}
	return nil, nil
}

// parsePath takes bucket and key out of path, or answers nil if path isn't of the
// route's pattern. A slash at the end of path belongs to the key if there is one,
// and is ignored otherwise.
func (rt *route) parsePath(path string) *storageRequest {
	c := &storageRequest{}
	for _, want := range strings.Split(rt.pattern, "/")[1:] {
		if want == "{key...}" {
			c.key = strings.TrimPrefix(path, "/")
			if c.key == "" {
				return nil
			}
			return c
		}
		segment, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		if path == "" || segment == "" || want != "{bucket}" && want != segment {
			return nil
		}
		if want == "{bucket}" {
			c.bucket = segment
		}
		path = ""
		if rest != "" {
			path = "/" + rest
		}
	}
	if path != "" {
		return nil
	}
	return c
}
