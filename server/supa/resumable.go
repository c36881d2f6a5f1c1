package supa

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// resumableRoute is the storage service's route of the protocol tus 1.0
// (https://tus.io/protocols/resumable-upload).
const resumableRoute = "/upload/resumable"

// codeResumableUpload is the code of a rejection by the resumable route, whose text has no code.
const codeResumableUpload = "ResumableUpload"

// ResumableRequest is a request of the protocol tus. OPTIONS and POST have no ID; HEAD,
// PATCH and DELETE have the ID of an upload that POST has created.
type ResumableRequest struct {
	Method string
	ID     string
	Header http.Header   // headers of the protocol
	Body   io.ReadCloser // nil: none
	Length int64         // of Body; -1: unknown
}

// ResumableResponse is the response of the storage service to a ResumableRequest.
type ResumableResponse struct {
	Status int
	Header http.Header
	ID     string // of the created upload; "" for other methods
}

// SendResumable sends a request of the protocol tus, and streams its body. A rejection is an
// *Error with the status and the text of the service.
func (b *Backend) SendResumable(ctx context.Context, caller Caller, r ResumableRequest) (ResumableResponse, error) {
	path := resumableRoute
	if r.ID != "" {
		segment, err := escapeSegment(r.ID)
		if err != nil {
			return ResumableResponse{}, err
		}
		path += "/" + segment
	}
	req, err := b.newRequest(ctx, r.Method, Storage, path, caller)
	if err != nil {
		return ResumableResponse{}, err
	}
	for name, values := range r.Header {
		req.Header[name] = values
	}
	if r.Body != nil && r.Length != 0 { // a body with length 0 would mean "unknown"
		req.Body, req.ContentLength = r.Body, r.Length
	}
	resp, err := b.sendForCaller(ctx, req, Storage, caller)
	if err != nil {
		return ResumableResponse{}, fmt.Errorf("send a part of an upload: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.Header.Get("Tus-Resumable") == "" {
		return ResumableResponse{}, fmt.Errorf("%w: storage: no response of the protocol tus", ErrInvalidResponse)
	}
	response := ResumableResponse{Status: resp.StatusCode, Header: resp.Header}
	if r.Method == http.MethodPost {
		response.ID, err = parseUploadID(resp.Header.Get("Location"))
	}
	return response, err
}

// parseUploadID returns the last segment of a Location below resumableRoute. The rest of the
// address is ignored: a service behind a proxy can report its internal address.
func parseUploadID(location string) (string, error) {
	parsed, err := url.Parse(location)
	if err != nil {
		return "", fmt.Errorf("%w: storage: parse the location of an upload: %w", ErrInvalidResponse, err)
	}
	_, id, found := strings.Cut(parsed.EscapedPath(), resumableRoute+"/")
	id, err = url.PathUnescape(id)
	if !found || err != nil || id == "" || strings.Contains(id, "/") {
		return "", fmt.Errorf("%w: storage: an upload without an id", ErrInvalidResponse)
	}
	return id, nil
}

// isResumable reports whether a request goes to the resumable route.
func isResumable(req *http.Request) bool {
	return req != nil && strings.Contains(req.URL.Path, "/"+string(Storage)+"/v1"+resumableRoute)
}

// parseResumable parses a rejection by the resumable route: a line of text, or JSON if the
// service rejects the token.
func (e *Error) parseResumable(header http.Header, body []byte) {
	status := e.Status
	e.parseStorage(body)
	if e.Code != "" {
		return
	}
	e.Status, e.Code, e.Message = status, codeResumableUpload, strings.TrimSpace(string(body))
	if !strings.HasPrefix(header.Get("Content-Type"), "text/plain") && header.Get("Tus-Resumable") == "" || e.Message == "" {
		e.Message = http.StatusText(status) // the page of a gateway, or a response to HEAD
	}
	if badTokenPattern.MatchString(e.Message) {
		e.Code = codeInvalidJWT
	}
}
