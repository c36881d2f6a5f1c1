package server

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestUngrantedTablesAreForTheOwner(t *testing.T) {
	list := func(o *Options) {
		o.ListUngrantedTables = func(context.Context) (UngrantedTables, error) {
			return UngrantedTables{Names: []string{"public.secret_plans"}, Grants: "grant select"}, nil
		}
		o.IsFirstAccount = func(_ context.Context, userID string) (bool, error) { return userID == "id-first", nil }
	}
	for _, test := range []struct {
		name, user, role string
		adjust           func(*Options)
		isListed         bool
	}{
		{"the first account", "first", "authenticated", list, true},
		{"another account", "second", "authenticated", list, false},
		{"a role of owners", "second", "owner", list, true},
		{"a role that owns objects", "second", `authenticated","owner":true,"":"`, list, true},
		{"without the first account", "first", "authenticated", func(o *Options) { list(o); o.IsFirstAccount = nil }, false},
		{"a hosted backend", "first", "owner", func(*Options) {}, false},
		{"a public address", "first", "owner", func(o *Options) { list(o); o.PublicURL = "https://tables.example.com" }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("POST /auth/v1/token", respondWithSession(test.user, time.Hour))
			backend.handle("POST /rest/v1/rpc/tableside_schema", respondWith(200, `{"version":1,"role":"`+test.role+`","schemas":["public"],"tables":[],"functions":[]}`))
			client := startServer(t, backend, test.adjust)
			if resp := client.send("GET", "/api/ungranted-tables", ""); resp.StatusCode != 401 || strings.Contains(resp.body, "secret_plans") {
				t.Errorf("a guest got %d %s", resp.StatusCode, resp.body)
			}
			resp := client.signIn().send("GET", "/api/ungranted-tables", "")
			if resp.StatusCode != 200 || strings.Contains(resp.body, "secret_plans") != test.isListed || !test.isListed && !strings.Contains(resp.body, `"names":[]`) {
				t.Errorf("got %d %s", resp.StatusCode, resp.body)
			}
		})
	}
	for address, want := range map[string]bool{"127.0.0.1": true, "::1": true, "172.17.0.1": true, "::ffff:10.0.0.1": true, "203.0.113.7": false, "": false} {
		if got := isLocalAddress(address); got != want {
			t.Errorf("isLocalAddress(%q) is %v", address, got)
		}
	}
}
