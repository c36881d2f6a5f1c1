package pgrsterr_test

import (
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

func TestStatusOfPostgresErrors(t *testing.T) {
	for _, c := range []struct {
		code, message string
		anonymous     bool
		want          int
	}{
		{"42501", "", true, 401}, {"42501", "", false, 403},
		{"23505", "", false, 409}, {"23503", "", false, 409}, {"23502", "", false, 400}, {"23514", "", false, 400},
		{"22P02", "", false, 400}, {"42703", "", false, 400}, {"P0001", "", false, 400}, {"P0002", "", false, 500},
		{"42883", "", false, 404}, {"42P01", "", false, 404}, {"25006", "", false, 405}, {"25001", "", false, 500},
		{"42P17", "", false, 500}, {"21000", "", false, 500}, {"21000", "UPDATE requires a WHERE clause", false, 400},
		{"40001", "", false, 500}, {"54001", "", false, 500}, {"55000", "", false, 500}, {"57014", "", false, 500},
		{"57P01", "", false, 503}, {"XX000", "", false, 500}, {"08006", "", false, 503}, {"53300", "", false, 503},
		{"53400", "", false, 500}, {"28000", "", false, 403}, {"0L000", "", false, 403},
		{"22023", `role "x" does not exist`, false, 401}, {"22023", "other", false, 400},
		{"PT402", "pay", false, 402}, {"PTabc", "", false, 500}, {"PT999", "", false, 500}, {"", "", false, 400},
	} {
		e := pgrsterr.FromPgError(&pgconn.PgError{Code: c.code, Message: c.message}, c.anonymous)
		if e.Status != c.want {
			t.Errorf("%s %q: got %d, want %d", c.code, c.message, e.Status, c.want)
		}
		if (e.Header.Get("WWW-Authenticate") == "Bearer") != (e.Status == http.StatusUnauthorized) {
			t.Errorf("%s: WWW-Authenticate %q with %d", c.code, e.Header.Get("WWW-Authenticate"), e.Status)
		}
		if (e.Header.Get("Retry-After") != "") != (e.Status == http.StatusServiceUnavailable) {
			t.Errorf("%s: Retry-After %q with %d", c.code, e.Header.Get("Retry-After"), e.Status)
		}
	}
}

func TestRaise(t *testing.T) {
	e := pgrsterr.FromPgError(&pgconn.PgError{
		Code: "PGRST", Message: `{"code":"123","message":"Payment <Required>","hint":"Upgrade"}`,
		Detail: `{"status":402,"headers":{"X-Powered-By":"Nerd Rage"}}`,
	}, false)
	if e.Status != 402 || e.Header.Get("X-Powered-By") != "Nerd Rage" {
		t.Errorf("got %d %v", e.Status, e.Header)
	}
	if want := `{"code":"123","details":null,"hint":"Upgrade","message":"Payment <Required>"}`; string(e.Body(false)) != want {
		t.Errorf("body: got %s, want %s", e.Body(false), want)
	}
	for name, bad := range map[string]pgconn.PgError{
		"no JSON":         {Code: "PGRST", Message: "no", Detail: `{"status":402,"headers":{}}`},
		"no code":         {Code: "PGRST", Message: `{"message":"m"}`, Detail: `{"status":402,"headers":{}}`},
		"no detail":       {Code: "PGRST", Message: `{"code":"1","message":"m"}`},
		"status too high": {Code: "PGRST", Message: `{"code":"1","message":"m"}`, Detail: `{"status":1000,"headers":{}}`},
		"no headers":      {Code: "PGRST", Message: `{"code":"1","message":"m"}`, Detail: `{"status":402}`},
	} {
		if e := pgrsterr.FromPgError(&bad, false); e.Code != "PGRST121" || e.Status != 500 {
			t.Errorf("%s: got %s %d", name, e.Code, e.Status)
		}
	}
}
