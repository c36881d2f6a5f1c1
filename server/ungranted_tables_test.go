package server

import (
	"context"
	"strings"
	"testing"
)

func TestUngrantedTablesAreForTheOwner(t *testing.T) {
	list := func(o *Options) {
		o.ListUngrantedTables = func(context.Context) (UngrantedTables, error) {
			return UngrantedTables{Names: []string{"public.secret_plans"}, Grants: "grant select"}, nil
		}
	}
	local := startServer(t, newFakeBackend(t), list)
	if resp := local.send("GET", "/api/ungranted-tables", ""); resp.StatusCode != 401 || strings.Contains(resp.body, "secret_plans") {
		t.Errorf("a guest got %d %s", resp.StatusCode, resp.body)
	}
	if resp := local.signIn().send("GET", "/api/ungranted-tables", ""); !strings.Contains(resp.body, "secret_plans") {
		t.Errorf("the owner got %d %s", resp.StatusCode, resp.body)
	}
	for name, adjust := range map[string]func(*Options){
		"a hosted backend": func(*Options) {},
		"a public address": func(o *Options) { list(o); o.PublicURL = "https://tables.example.com" },
	} {
		resp := startServer(t, newFakeBackend(t), adjust).signIn().send("GET", "/api/ungranted-tables", "")
		if resp.StatusCode != 200 || !strings.Contains(resp.body, `"names":[]`) {
			t.Errorf("%s: %d %s", name, resp.StatusCode, resp.body)
		}
	}
	for address, want := range map[string]bool{"127.0.0.1": true, "::1": true, "172.17.0.1": true, "::ffff:10.0.0.1": true, "203.0.113.7": false, "": false} {
		if got := isLocalAddress(address); got != want {
			t.Errorf("isLocalAddress(%q) is %v", address, got)
		}
	}
}
