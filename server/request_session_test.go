package server

import "testing"

func TestAPageOfAnotherUserIsNotSignedIn(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	for _, c := range []struct {
		name     string
		client   *testClient
		expected string
		rejected bool
	}{
		{"the same user", person, "id-person", false},
		{"a request without an expected user", person, "", false},
		{"the page of another user", person, "id-other", true},
		{"a page whose session has ended", person.newGuest(), "id-person", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			backend.handle("GET /storage/v1/bucket", respondWith(200, `[]`))
			before := len(backend.findRequests("GET /storage/"))
			resp := c.client.send("GET", "/api/buckets", "", expectedUserHeader+": "+c.expected)
			if c.rejected {
				resp.requireError(401, CodeNotSignedIn)
			} else {
				resp.requireStatus(200)
			}
			if requested := len(backend.findRequests("GET /storage/")) > before; requested == c.rejected {
				t.Errorf("the backend got a request: %v", requested)
			}
			c.client.send("GET", "/api/workspace", "", expectedUserHeader+": "+c.expected).requireStatus(200)
		})
	}
}
