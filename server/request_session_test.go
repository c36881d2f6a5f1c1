package server

import "testing"

func TestAPageOfAnotherUserIsNotSignedIn(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	for _, c := range []struct {
		name     string
		client   *testClient
		expected string
		refused  bool
	}{
		{"the same person", person, "id-person", false},
		{"a request that names nobody", person, "", false},
		{"another person's page", person, "id-other", true},
		{"a page whose session is gone", person.newGuest(), "id-person", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			backend.handle("GET /storage/v1/bucket", respondWith(200, `[]`))
			before := len(backend.findRequests("GET /storage/"))
			resp := c.client.send("GET", "/api/buckets", "", expectedUserHeader+": "+c.expected)
			if c.refused {
				resp.requireError(401, CodeNotSignedIn)
			} else {
				resp.requireStatus(200)
			}
			if asked := len(backend.findRequests("GET /storage/")) > before; asked == c.refused {
				t.Errorf("the backend was asked: %v", asked)
			}
			c.client.send("GET", "/api/workspace", "", expectedUserHeader+": "+c.expected).requireStatus(200)
		})
	}
}
