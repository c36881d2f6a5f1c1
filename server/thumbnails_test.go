package server

import (
	"strings"
	"testing"
)

func TestThumbnailsAreScaledOrTheObject(t *testing.T) {
	for name, test := range map[string]struct {
		render string // the storage service's error; "": it scales
		status int
		want   string
		asked  int // requests to scale, of two requests for a thumbnail
	}{
		"scaled":            {"", 200, "small", 2},
		"no transformation": {`{"message":"Route GET:/render/image/authenticated/b/x.png not found","error":"Not Found","statusCode":404}`, 404, "large", 1},
		"not in the plan":   {`{"statusCode":"403","error":"FeatureNotEnabled","message":"feature not enabled for this tenant"}`, 400, "large", 1},
		"not a picture":     {`{"statusCode":"422","error":"InvalidRequest","message":"not a picture"}`, 400, "large", 2},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("GET /storage/v1/object/authenticated/b/x.png", respondWithObject("large"))
			if test.render == "" {
				backend.handle("GET /storage/v1/render/image/authenticated/b/x.png", respondWithObject("small"))
			} else {
				backend.handle("GET /storage/v1/render/image/authenticated/b/x.png", respondWith(test.status, test.render))
			}
			person := startServer(t, backend).signIn()
			for range 2 {
				got := person.send("GET", "/api/files/b/x.png?thumbnail=320", "").requireStatus(200)
				if got.body != test.want || !strings.HasPrefix(got.Header.Get("Content-Security-Policy"), "sandbox") {
					t.Errorf("got %q, %v", got.body, got.Header)
				}
			}
			requests := backend.findRequests("GET /storage/v1/render/")
			if len(requests) != test.asked || !strings.Contains(requests[0], "width=320") {
				t.Errorf("asked %v", requests)
			}
			person.send("GET", "/api/files/b/x.png?thumbnail=9999", "").requireStatus(200)
			if again := backend.findRequests("GET /storage/v1/render/"); len(again) != len(requests) {
				t.Error("another size was requested")
			}
		})
	}
}
