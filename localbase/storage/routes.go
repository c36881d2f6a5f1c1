package storage

import (
	"context"
	"net/http"
	"strings"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/httpjson"
)

// storageRequest is an HTTP request with the values that the router and authenticate have set.
type storageRequest struct {
	*http.Request
	caller     caller.Caller
	isSignedIn bool   // the request has a valid token
	bucket     string // {bucket} of the route
	key        string // {key...} of the route, unescaped
	operation  string // value of storage.operation() in policies
}

// accessPolicy states who can use a route.
type accessPolicy int

const (
	accessPublic        accessPolicy = iota // the token is ignored
	accessOptionalToken                     // an invalid token is ignored
	accessTokenRequired                     // a request without a valid token is rejected
)

// route is an entry of the routing table. In a pattern, {bucket} matches a segment and {key...} the
// rest of the path, which must not be empty.
type route struct {
	method    string
	pattern   string
	access    accessPolicy
	operation string
	serve     func(w http.ResponseWriter, req *storageRequest) error
}

// listRoutes returns all routes of the API. The first match applies.
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

// respondJSON converts a function that returns a JSON body to a handler.
func respondJSON(handle func(ctx context.Context, req *storageRequest) (any, error)) func(http.ResponseWriter, *storageRequest) error {
	return func(w http.ResponseWriter, req *storageRequest) error {
		body, err := handle(req.Context(), req)
		if err != nil {
			return err
		}
		httpjson.Write(w, http.StatusOK, body)
		return nil
	}
}

// hasPlainErrors reports whether errors of the route are plain text with their own status, as in tus.
func (rt *route) hasPlainErrors() bool { return strings.HasPrefix(rt.pattern, "/upload/") }

// matchRoute returns the route of r and a request with the bucket and key of the path, or nil.
func (h *Handler) matchRoute(r *http.Request) (*route, *storageRequest) {
	method := r.Method
	if override := r.Header.Get("X-HTTP-Method-Override"); override != "" && strings.HasPrefix(r.URL.Path, "/upload/") {
		method = override // tus supports this for clients that can't send PATCH
	}
	for i := range h.routes {
		candidate := &h.routes[i]
		if candidate.method != method {
			continue
		}
		if req := candidate.parsePath(r.URL.Path); req != nil {
			req.Request, req.operation = r, candidate.operation
			return candidate, req
		}
	}
	return nil, nil
}

// parsePath returns a new storageRequest that contains only the bucket and key of a URL path, or nil if the path doesn't
// match the pattern of the route. A trailing slash is part of the key; a route without a key ignores it.
func (rt *route) parsePath(path string) *storageRequest {
	req := &storageRequest{}
	for _, want := range strings.Split(rt.pattern, "/")[1:] {
		if want == "{key...}" {
			req.key = strings.TrimPrefix(path, "/")
			if req.key == "" {
				return nil
			}
			return req
		}
		segment, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		if path == "" || segment == "" || want != "{bucket}" && want != segment {
			return nil
		}
		if want == "{bucket}" {
			req.bucket = segment
		}
		path = ""
		if rest != "" {
			path = "/" + rest
		}
	}
	if path != "" {
		return nil
	}
	return req
}
