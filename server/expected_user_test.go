package server

import "testing"

func TestAPageOfSomebodyElseIsSignedOut(t *testing.T) {
	backend := newScripted(t)
	person := start(t, backend).signedIn()
	for _, c := range []struct {
		name     string
		client   *client
		expected string
		refused  bool
	}{
		{"the same person", person, "id-person", false},
		{"a request that names nobody", person, "", false},
		{"another person's page", person, "id-other", true},
		{"a page whose session is gone", person.guest(), "id-person", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			backend.on("GET /storage/v1/bucket", says(200, `[]`))
			before := len(backend.requests("GET /storage/"))
			resp := c.client.do("GET", "/api/buckets", "", userHeader+": "+c.expected)
			if c.refused {
				resp.refused(401, CodeNotSignedIn)
			} else {
				resp.wants(200)
			}
			if asked := len(backend.requests("GET /storage/")) > before; asked == c.refused {
				t.Errorf("the backend was asked: %v", asked)
			}
			c.client.do("GET", "/api/workspace", "", userHeader+": "+c.expected).wants(200)
		})
	}
}
