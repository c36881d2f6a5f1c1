package server

import (
	"io"
	"net/http"
	"testing"
	"time"
)

// respondWithText responds as the resumable route of the storage service.
func respondWithText(status int, text string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Tus-Resumable", "1.0.0")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}
}

const testUploadMetadata = "Upload-Metadata: bucketName Yg==,objectName eA==" // b/x

func TestTheLocationOfAnUploadIsOurs(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	for _, test := range []struct{ location, want string }{
		{backend.URL + "/storage/v1/upload/resumable/dGVuYW50L2IveC92MQ", "/api/uploads/dGVuYW50L2IveC92MQ"},
		{"http://storage:5000/upload/resumable/a%20b", "/api/uploads/a%20b"}, // behind a gateway
	} {
		backend.handle("POST /storage/v1/upload/resumable", respondWithText(201, "", "Location", test.location, "Upload-Expires", "Wed, 25 Jun 2036 16:00:00 GMT"))
		created := person.send("POST", "/api/uploads", "", "Tus-Resumable: 1.0.0", "Upload-Length: 1", testUploadMetadata).requireStatus(201)
		if got := created.Header.Get("Location"); got != test.want || created.Header.Get("Upload-Expires") == "" {
			t.Errorf("%s: got %q, %v; want %q", test.location, got, created.Header, test.want)
		}
	}
	for _, location := range []string{"", "/elsewhere/x", backend.URL + "/storage/v1/upload/resumable/", backend.URL + "/storage/v1/upload/resumable/a/b"} {
		backend.handle("POST /storage/v1/upload/resumable", respondWithText(201, "", "Location", location))
		person.send("POST", "/api/uploads", "", "Tus-Resumable: 1.0.0", "Upload-Length: 1", testUploadMetadata).requireError(502, CodeInvalidBackendResponse)
	}
}

func TestUploadsAboveTheServersLimitAreNotSentOn(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend, func(o *Options) { o.UploadBytes = 10 }).signIn()
	person.send("POST", "/api/uploads", "", "Tus-Resumable: 1.0.0", "Upload-Length: 11", testUploadMetadata).requireError(413, CodeTooLarge)
	person.send("POST", "/api/uploads", "", "Tus-Resumable: 1.0.0", "Upload-Defer-Length: 1", testUploadMetadata).requireError(400, CodeBadRequest)
	if sent := backend.findRequests("POST /storage"); len(sent) > 0 {
		t.Errorf("sent %v", sent)
	}
}

// The client sends the part again after a 502: by then the session has a new token.
func TestARejectedTokenIsRenewedForTheNextPart(t *testing.T) {
	for name, reject := range map[string]http.HandlerFunc{
		"JSON": respondWith(400, `{"statusCode":"403","error":"Unauthorized","message":"\"exp\" claim timestamp check failed"}`),
		"text": respondWithText(403, "jwt expired"),
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			person := startServer(t, backend).signIn()
			backend.handle("POST /auth/v1/token", respondWithSession("renewed", time.Hour))
			var tokens []string
			backend.handle("PATCH /storage/v1/upload/resumable/id", func(w http.ResponseWriter, r *http.Request) {
				tokens = append(tokens, r.Header.Get("Authorization"))
				if len(tokens) == 1 {
					_, _ = io.Copy(io.Discard, r.Body)
					reject(w, r)
					return
				}
				respondWithText(204, "", "Upload-Offset", "4")(w, r)
			})
			part := func() *response {
				return person.send("PATCH", "/api/uploads/id", "part", "Tus-Resumable: 1.0.0", "Content-Type: application/offset+octet-stream", "Upload-Offset: 0")
			}
			part().requireError(502, CodeTokenRejected)
			part().requireStatus(204)
			if len(tokens) != 2 || tokens[1] != "Bearer "+newToken("renewed") {
				t.Errorf("tokens of the parts: %v", tokens)
			}
		})
	}
}

func TestUploadsNeverShowTheTextOfAFailure(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	backend.handle("HEAD /storage/v1/upload/resumable/id", respondWithText(500, ""))
	backend.handle("DELETE /storage/v1/upload/resumable/id", respondWithText(500, "connect ECONNREFUSED 10.0.0.7:5432"))
	person.send("DELETE", "/api/uploads/id", "", "Tus-Resumable: 1.0.0").requireError(503, CodeUnreachable)
	person.send("HEAD", "/api/uploads/id", "", "Tus-Resumable: 1.0.0").requireStatus(503)
}
