package supa

import (
	"testing"
)

// The auth service uses the address only with a secret key of the newer form, and
// takes a key as token only beside the same key.
func TestTheClientAddressIsForwardedWithASecretKey(t *testing.T) {
	const session = `{"access_token":"t","refresh_token":"r","expires_in":60}`
	for _, test := range []struct {
		name, secret, address  string
		key, bearer, forwarded string
	}{
		{"a secret key", "sb_secret_s", "192.0.2.1", "sb_secret_s", "Bearer sb_secret_s", "192.0.2.1"},
		{"IPv6", "sb_secret_s", "2001:db8::1", "sb_secret_s", "Bearer sb_secret_s", "2001:db8::1"},
		{"IPv4 in IPv6", "sb_secret_s", "::ffff:192.0.2.1", "sb_secret_s", "Bearer sb_secret_s", "192.0.2.1"},
		{"no address", "sb_secret_s", "", "sb_publishable_test", "Bearer sb_publishable_test", ""},
		{"no secret key", "", "192.0.2.1", "sb_publishable_test", "Bearer sb_publishable_test", ""},
		{"a legacy key", "e30.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x", "192.0.2.1", "sb_publishable_test", "Bearer sb_publishable_test", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRecordingBackend(t, respondWithJSON(200, session))
			b := r.newBackend(t, Config{SecretKey: test.secret})
			ctx := WithClientAddress(t.Context(), test.address)
			for name, call := range map[string]func() error{
				"sign-in": func() error { _, err := b.SignIn(ctx, Credentials{Email: "a@b.test", Password: "p"}); return err },
				"sign-up": func() error {
					_, err := b.SignUp(ctx, Credentials{Email: "a@b.test", Password: "p"}, PKCE{})
					return err
				},
				"refresh": func() error { _, err := b.Refresh(ctx, "r"); return err },
			} {
				if err := call(); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				got := r.lastRequest(t).Header
				if got.Get("Apikey") != test.key || got.Get("Authorization") != test.bearer || got.Get("Sb-Forwarded-For") != test.forwarded {
					t.Errorf("%s: %v", name, got)
				}
			}
			if _, err := b.ListBuckets(ctx, Caller{}); err == nil { // the response is not a list
				t.Error("not a list")
			}
			if got := r.lastRequest(t).Header; got.Get("Apikey") != "sb_publishable_test" || got.Get("Sb-Forwarded-For") != "" {
				t.Errorf("another area gets the secret key: %v", got)
			}
			user := Caller{Token: "user"}
			for name, call := range map[string]func() error{
				"sign-out":         func() error { return b.SignOut(ctx, user, "local") },
				"second factor":    func() error { _, err := b.VerifyFactor(ctx, user, "f", "123456"); return err },
				"change":           func() error { _, err := b.UpdateUser(ctx, user, UserUpdate{Password: "p"}); return err },
				"session check":    func() error { return b.CheckSession(ctx, user) },
				"passkeys":         func() error { return b.DeletePasskey(ctx, user, "p") },
				"reauthentication": func() error { return b.Reauthenticate(ctx, user) },
			} {
				if err := call(); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				got := r.lastRequest(t).Header
				if got.Get("Apikey") != test.key || got.Get("Authorization") != "Bearer user" || got.Get("Sb-Forwarded-For") != test.forwarded {
					t.Errorf("%s: %v", name, got)
				}
			}
		})
	}
}

// The auth service does not check the CAPTCHA of a request with a secret key.
func TestACaptchaIsCheckedDespiteASecretKey(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, `{"access_token":"t","refresh_token":"r","expires_in":60,"challenge_id":"c","options":{}}`))
	for _, required := range []bool{false, true} {
		b := r.newBackend(t, Config{SecretKey: "sb_secret_s", RequiresCaptcha: required})
		ctx := WithClientAddress(t.Context(), "192.0.2.1")
		credentials, mail := Credentials{Email: "a@b.test", Password: "p"}, MailRequest{Email: "a@b.test", CaptchaToken: "solved"}
		for name, call := range map[string]func() error{
			"sign-in":   func() error { _, err := b.SignIn(ctx, credentials); return err },
			"sign-up":   func() error { _, err := b.SignUp(ctx, credentials, PKCE{}); return err },
			"anonymous": func() error { _, err := b.SignInAnonymously(ctx, ""); return err },
			"code":      func() error { return b.SendSignInMail(ctx, mail, true) },
			"recovery":  func() error { return b.SendRecoveryMail(ctx, mail) },
			"resend":    func() error { return b.ResendMail(ctx, mail, "signup") },
			"passkey":   func() error { _, err := b.StartPasskeySignIn(ctx, "solved"); return err },
			"refresh":   func() error { _, err := b.Refresh(ctx, "r"); return err },
			"verify":    func() error { _, err := b.Verify(ctx, Verification{Type: "email"}); return err },
		} {
			if err := call(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			wantKey := "sb_secret_s"
			if required && name != "refresh" && name != "verify" {
				wantKey = "sb_publishable_test"
			}
			if got := r.lastRequest(t).Header; got.Get("Apikey") != wantKey || got.Get("Authorization") != "Bearer "+wantKey {
				t.Errorf("required %v, %s: %v", required, name, got)
			}
		}
	}
}
