package storage

import (
	"context"
	"net/http"
	"strings"

	"github.com/tableside/tableside/localbase/caller"
)

// call is a request on its way through a handler.
type call struct {
	*http.Request
	caller    caller.Caller
	signedIn  bool   // the request brought a valid token
	bucket    string // {bucket} of the route
	key       string // {key...} of the route, unescaped
	operation string // what policies see as storage.operation()
}

// who may use a route.
type who int

const (
	anyone    who = iota // no token is looked at
	maybe                // a token counts if it is valid
	tokenOnly            // without a valid token: refused
)

// route is one line of the table. {bucket} stands for a segment, {key...} for the rest, which isn't empty.
type route struct {
	method    string
	pattern   string
	who       who
	operation string
	serve     func(w http.ResponseWriter, c *call) error
}

// table is the whole API. The first match counts.
func (h *Handler) table() []route {
	return []route{
		{"GET", "/status", anyone, "storage.health", h.status},

		{"GET", "/bucket", tokenOnly, "storage.bucket.list", respond(h.listBuckets)},
		{"POST", "/bucket", tokenOnly, "storage.bucket.create", respond(h.createBucket)},
		{"GET", "/bucket/{bucket}", tokenOnly, "storage.bucket.get", respond(h.getBucket)},
		{"PUT", "/bucket/{bucket}", tokenOnly, "storage.bucket.update", respond(h.updateBucket)},
		{"DELETE", "/bucket/{bucket}", tokenOnly, "storage.bucket.delete", respond(h.deleteBucket)},
		{"POST", "/bucket/{bucket}/empty", tokenOnly, "storage.bucket.empty", respond(h.emptyBucket)},

		{"POST", "/object/move", tokenOnly, "storage.object.move", respond(h.moveObject)},
		{"POST", "/object/copy", tokenOnly, "storage.object.copy", respond(h.copyObject)},
		{"POST", "/object/list/{bucket}", tokenOnly, "storage.object.list", respond(h.listObjects)},
		{"POST", "/object/list-v2/{bucket}", tokenOnly, "storage.object.list", respond(h.listObjectsV2)},
		{"POST", "/object/sign/{bucket}", tokenOnly, "storage.object.sign_many", respond(h.signObjects)},
		{"POST", "/object/sign/{bucket}/{key...}", tokenOnly, "storage.object.sign", respond(h.signObject)},
		{"GET", "/object/sign/{bucket}/{key...}", anyone, "storage.object.get_signed", h.downloadSigned},
		{"HEAD", "/object/sign/{bucket}/{key...}", anyone, "storage.object.get_signed", h.downloadSigned},
		{"POST", "/object/upload/sign/{bucket}/{key...}", tokenOnly, "storage.object.sign_upload_url", respond(h.signUpload)},
		{"PUT", "/object/upload/sign/{bucket}/{key...}", anyone, "storage.object.upload_signed", respond(h.uploadSigned)},

		{"GET", "/object/info/public/{bucket}/{key...}", anyone, "storage.object.info_public", respond(h.publicInfo)},
		{"GET", "/object/info/authenticated/{bucket}/{key...}", tokenOnly, "storage.object.info_authenticated", respond(h.info)},
		{"GET", "/object/info/{bucket}/{key...}", maybe, "storage.object.info_authenticated", respond(h.info)},
		{"GET", "/object/public/{bucket}/{key...}", anyone, "storage.object.get_public", h.downloadPublic},
		{"HEAD", "/object/public/{bucket}/{key...}", anyone, "storage.object.info_public", h.downloadPublic},
		{"GET", "/object/authenticated/{bucket}/{key...}", tokenOnly, "storage.object.get_authenticated", h.download},
		{"HEAD", "/object/authenticated/{bucket}/{key...}", tokenOnly, "storage.object.info_authenticated", h.download},

		{"GET", "/object/{bucket}/{key...}", maybe, "storage.object.get_authenticated", h.download},
		{"HEAD", "/object/{bucket}/{key...}", maybe, "storage.object.info_authenticated", h.download},
		{"POST", "/object/{bucket}/{key...}", tokenOnly, "storage.object.upload", respond(h.uploadObject)},
		{"PUT", "/object/{bucket}/{key...}", tokenOnly, "storage.object.upload_update", respond(h.updateObject)},
		{"DELETE", "/object/{bucket}/{key...}", tokenOnly, "storage.object.delete", respond(h.removeObject)},
		{"DELETE", "/object/{bucket}", tokenOnly, "storage.object.delete_many", respond(h.removeObjects)},

		{"GET", "/render/image/public/{bucket}/{key...}", anyone, "storage.render.image_public", h.renderPublic},
		{"HEAD", "/render/image/public/{bucket}/{key...}", anyone, "storage.render.image_public", h.renderPublic},
		{"GET", "/render/image/authenticated/{bucket}/{key...}", tokenOnly, "storage.render.image_authenticated", h.render},
		{"HEAD", "/render/image/authenticated/{bucket}/{key...}", tokenOnly, "storage.render.image_authenticated", h.render},
		{"GET", "/render/image/sign/{bucket}/{key...}", anyone, "storage.render.image_sign", h.renderSigned},
		{"HEAD", "/render/image/sign/{bucket}/{key...}", anyone, "storage.render.image_sign", h.renderSigned},

		{"OPTIONS", "/upload/resumable", anyone, "storage.tus.options", h.tusOptions},
		{"OPTIONS", "/upload/resumable/{key...}", anyone, "storage.tus.options", h.tusOptions},
		{"POST", "/upload/resumable", tokenOnly, "storage.tus.upload.create", h.tusCreate},
		{"POST", "/upload/resumable/sign", anyone, "storage.tus.upload.create", h.tusCreate},
		{"HEAD", "/upload/resumable/sign/{key...}", anyone, "storage.tus.upload.get", h.tusHead},
		{"PATCH", "/upload/resumable/sign/{key...}", anyone, "storage.tus.upload.part", h.tusPatch},
		{"DELETE", "/upload/resumable/sign/{key...}", anyone, "storage.tus.upload.delete", h.tusTerminate},
		{"HEAD", "/upload/resumable/{key...}", tokenOnly, "storage.tus.upload.get", h.tusHead},
		{"PATCH", "/upload/resumable/{key...}", tokenOnly, "storage.tus.upload.part", h.tusPatch},
		{"DELETE", "/upload/resumable/{key...}", tokenOnly, "storage.tus.upload.delete", h.tusTerminate},
	}
}

// respond turns a handler that answers with JSON into one that writes.
func respond(answer func(ctx context.Context, c *call) (any, error)) func(http.ResponseWriter, *call) error {
	return func(w http.ResponseWriter, c *call) error {
		body, err := answer(c.Context(), c)
		if err != nil {
			return err
		}
		writeJSON(w, http.StatusOK, body)
		return nil
	}
}

// plain says that the route's errors are plain text with their real status, as tus has it.
func (rt *route) plain() bool { return strings.HasPrefix(rt.pattern, "/upload/") }

// match finds the route of r and fills in what its pattern names.
func (h *Handler) match(r *http.Request) (*route, *call) {
	method := r.Method
	if override := r.Header.Get("X-HTTP-Method-Override"); override != "" && strings.HasPrefix(r.URL.Path, "/upload/") {
		method = override // tus: for clients that can't send PATCH
	}
	for i := range h.routes {
		candidate := &h.routes[i]
		if candidate.method != method {
			continue
		}
		if c := candidate.read(r.URL.Path); c != nil {
			c.Request, c.operation = r, candidate.operation
			return candidate, c
		}
	}
	return nil, nil
}

// read takes bucket and key out of path, or answers nil if path isn't of the
// route's pattern. A slash at the end of path belongs to the key if there is one,
// and is ignored otherwise.
func (rt *route) read(path string) *call {
	c := &call{}
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
