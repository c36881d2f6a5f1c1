package server

import "testing"

func TestViewRoles(t *testing.T) {
	const function = "POST /rest/v1/rpc/tableside_roles"
	backend := newScripted(t)
	guest := start(t, backend)
	guest.do("GET", "/api/view-roles", "").refused(401, CodeNotSignedIn)
	if asked := backend.requests(function); len(asked) > 0 {
		t.Errorf("the backend was asked for a guest: %v", asked)
	}
	person := guest.guest().signedIn()
	backend.on(function, says(404, `{"code":"PGRST202","message":"Could not find the function"}`))
	if got := person.do("GET", "/api/view-roles", "").wants(200).body; got != "[]\n" && got != "[]" {
		t.Errorf("without the function: %q", got)
	}
	backend.on(function, says(200, `["authenticated","staff"]`))
	if got := person.do("GET", "/api/view-roles", "").wants(200).body; got != "[\"authenticated\",\"staff\"]\n" && got != `["authenticated","staff"]` {
		t.Errorf("got %q", got)
	}
	backend.on(function, says(200, `<html>`))
	person.do("GET", "/api/view-roles", "").refused(502, CodeBackendNonsense)
}
