package auth_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/pgtest"
)

// queryAs runs a query as a caller, as the REST service does.
func queryAs(t *testing.T, db *pgtest.DB, who caller.Caller, query string) (*string, error) {
	t.Helper()
	var got *string
	err := pgx.BeginFunc(context.Background(), db.Pool("authenticator"), func(tx pgx.Tx) error {
		if err := who.ApplyRole(context.Background(), tx); err != nil {
			return err
		}
		return tx.QueryRow(context.Background(), query).Scan(&got)
	})
	return got, err
}

func TestSQLFunctionsReturnClaims(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	who, err := s.keys.Verify(in.AccessToken)
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		`select auth.uid()::text`:              in.User.ID,
		`select auth.role()`:                   "authenticated",
		`select auth.email()`:                  "ada@example.com",
		`select auth.jwt() ->> 'aal'`:          "aal1",
		`select auth.jwt() ->> 'is_anonymous'`: "false",
	} {
		if got, err := queryAs(t, s.db, who, query); err != nil || got == nil || *got != want {
			t.Errorf("%s: got %v, %v", query, got, err)
		}
	}
	for _, query := range []string{`select auth.uid()::text`, `select auth.email()`} {
		if got, err := queryAs(t, s.db, caller.Anonymous, query); err != nil || got != nil {
			t.Errorf("%s without a token: got %v, %v", query, got, err)
		}
	}
}

func TestAPIRolesCannotReadTheTables(t *testing.T) {
	s := start(t)
	for _, role := range []string{"anon", "authenticated", "service_role"} {
		for _, table := range []string{"users", "sessions", "refresh_tokens", "identities", "one_time_tokens", "mfa_factors", "flow_state", "webauthn_credentials", "webauthn_challenges", "audit_log_entries"} {
			_, err := queryAs(t, s.db, caller.Caller{Role: role, Claims: []byte(`{}`)}, `select count(*)::text from auth.`+table)
			var pgError *pgconn.PgError
			if !errors.As(err, &pgError) || pgError.Code != "42501" {
				t.Errorf("%s can read auth.%s: %v", role, table, err)
			}
		}
	}
}

// Applications reference auth.users and have triggers on it.
func TestApplicationTriggersRunAtSignUp(t *testing.T) {
	s := start(t)
	s.db.Exec(t, `
		create table public.profiles (id uuid primary key references auth.users on delete cascade, name text);
		create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = '' as $$
		begin
			insert into public.profiles values (new.id, new.raw_user_meta_data ->> 'full_name');
			return new;
		end $$;
		create trigger on_auth_user_created after insert on auth.users for each row execute function public.handle_new_user();`)
	in := decode[session](s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password, "data": object{"full_name": "Ada"}}).wantStatus(200))
	var name string
	if err := s.db.Pool("postgres").QueryRow(t.Context(), `select name from public.profiles where id = $1`, in.User.ID).Scan(&name); err != nil || name != "Ada" {
		t.Errorf("got %q, %v", name, err)
	}
	s.call("DELETE", "/admin/users/"+in.User.ID, s.serviceRole(), nil).wantStatus(200)
	var remaining int
	if err := s.db.Pool("postgres").QueryRow(t.Context(), `select count(*) from public.profiles`).Scan(&remaining); err != nil || remaining != 0 {
		t.Errorf("got %d profiles, %v", remaining, err)
	}
}

func TestTriggerErrorAtSignUpIsNotRevealed(t *testing.T) {
	s := start(t)
	s.db.Exec(t, `
		create function public.reject() returns trigger language plpgsql as $$ begin raise exception 'only staff of %', 'acme'; end $$;
		create trigger reject before insert on auth.users for each row execute function public.reject();`)
	got := s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password})
	got.wantError(500, "unexpected_failure")
	if !strings.Contains(got.Body, "Database error saving new user") || strings.Contains(got.Body, "acme") {
		t.Errorf("got %s", got.Body)
	}
	if !strings.Contains(s.log.String(), "acme") {
		t.Errorf("the log doesn't contain the cause: %s", s.log)
	}
	s.log.Reset()
}
