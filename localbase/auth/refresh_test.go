package auth_test

import (
	"context"
	"sync"
	"testing"
	"time"
)

func TestRefreshRotatesTheToken(t *testing.T) {
	s := start(t)
	first := s.signUp("ada@example.com")
	s.clock.advance(time.Minute)
	second := decode[session](s.refresh(first.RefreshToken).wantStatus(200))
	if second.RefreshToken == first.RefreshToken || second.AccessToken == first.AccessToken {
		t.Error("the tokens did not change")
	}
	if a, b := parseClaims(t, first.AccessToken), parseClaims(t, second.AccessToken); a["session_id"] != b["session_id"] {
		t.Error("the session changed")
	}
	if second.User.Email != "ada@example.com" {
		t.Errorf("got user %+v", second.User)
	}
}

func TestReusedRefreshTokenReturnsUnusedSuccessor(t *testing.T) {
	s := start(t)
	first := s.signUp("ada@example.com")
	child := decode[session](s.refresh(first.RefreshToken).wantStatus(200))
	s.clock.advance(time.Hour) // after the reuse interval
	again := decode[session](s.refresh(first.RefreshToken).wantStatus(200))
	if again.RefreshToken != child.RefreshToken {
		t.Errorf("got %s, want %s", again.RefreshToken, child.RefreshToken)
	}
}

func TestReusedRefreshTokenIsAcceptedWithinInterval(t *testing.T) {
	s := start(t)
	first := s.signUp("ada@example.com")
	child := decode[session](s.refresh(first.RefreshToken).wantStatus(200))
	decode[session](s.refresh(child.RefreshToken).wantStatus(200))
	s.clock.advance(9 * time.Second)
	s.refresh(first.RefreshToken).wantStatus(200)
}

func TestReusedRefreshTokenRevokesSession(t *testing.T) {
	s := start(t)
	first := s.signUp("ada@example.com")
	other := decode[session](s.signIn("ada@example.com", password).wantStatus(200))
	child := decode[session](s.refresh(first.RefreshToken).wantStatus(200))
	grandchild := decode[session](s.refresh(child.RefreshToken).wantStatus(200))
	s.clock.advance(11 * time.Second)
	s.refresh(first.RefreshToken).wantError(400, "refresh_token_already_used")
	s.refresh(grandchild.RefreshToken).wantError(400, "refresh_token_already_used")
	s.refresh(child.RefreshToken).wantError(400, "refresh_token_already_used")
	s.refresh(other.RefreshToken).wantStatus(200) // other sessions remain valid
}

func TestRefreshRejections(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	s.refresh("").wantError(400, "validation_failed")
	s.refresh("not a refresh token").wantError(400, "validation_failed")
	s.refresh("abcdefghijkl").wantError(400, "refresh_token_not_found")
	s.db.Exec(t, `update auth.users set banned_until = now() + interval '1 day'`)
	s.refresh(in.RefreshToken).wantError(400, "user_banned")
	s.db.Exec(t, `update auth.users set banned_until = null; update auth.sessions set not_after = now() - interval '1 day'`)
	s.refresh(in.RefreshToken).wantError(400, "session_expired")
	s.db.Exec(t, `delete from auth.users`)
	s.refresh(in.RefreshToken).wantError(400, "refresh_token_not_found")
}

// Tabs of a browser can refresh at the same time. All must receive the same next token.
func TestConcurrentRefreshesReturnSameToken(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	const tabs = 16
	responses := make([]testResponse, tabs)
	var wait sync.WaitGroup
	for i := range tabs {
		wait.Go(func() { responses[i] = s.refresh(in.RefreshToken) })
	}
	wait.Wait()
	children := map[string]bool{}
	for _, r := range responses {
		children[decode[session](r.wantStatus(200)).RefreshToken] = true
	}
	if len(children) != 1 {
		t.Errorf("got %d next tokens, want 1", len(children))
	}
	var unused int
	err := s.db.Pool("postgres").QueryRow(context.Background(), `select count(*) from auth.refresh_tokens where not revoked`).Scan(&unused)
	if err != nil || unused != 1 {
		t.Errorf("got %d unused tokens, %v", unused, err)
	}
}
