package server

import "testing"

func TestViewRoles(t *testing.T) {
	const function = "POST /rest/v1/rpc/tableside_roles"
	backend := newFakeBackend(t)
	guest := startServer(t, backend)
	guest.send("GET", "/api/view-roles", "").requireError(401, CodeNotSignedIn)
	if asked := backend.findRequests(function); len(asked) > 0 {
		t.Errorf("the backend was asked for a guest: %v", asked)
	}
	person := guest.newGuest().signIn()
	backend.handle(function, respondWith(404, `{"code":"PGRST202","message":"Could not find the function"}`))
	if got := person.send("GET", "/api/view-roles", "").requireStatus(200).body; got != "[]\n" && got != "[]" {
		t.Errorf("without the function: %q", got)
	}
	backend.handle(function, respondWith(200, `["authenticated","staff"]`))
	if got := person.send("GET", "/api/view-roles", "").requireStatus(200).body; got != "[\"authenticated\",\"staff\"]\n" && got != `["authenticated","staff"]` {
		t.Errorf("got %q", got)
	}
	backend.handle(function, respondWith(200, `<html>`))
	person.send("GET", "/api/view-roles", "").requireError(502, CodeInvalidBackendResponse)
}
