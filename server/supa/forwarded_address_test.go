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
			if _, err := b.ListBuckets(ctx, Caller{}); err == nil { // the answer is no list
				t.Error("not a list")
			}
			if got := r.lastRequest(t).Header; got.Get("Apikey") != "sb_publishable_test" || got.Get("Sb-Forwarded-For") != "" {
				t.Errorf("another area gets the secret key: %v", got)
			}
			_ = b.SignOut(ctx, Caller{Token: "user"}, "local")
			if got := r.lastRequest(t).Header; got.Get("Authorization") != "Bearer user" || got.Get("Apikey") != "sb_publishable_test" {
				t.Errorf("sign-out: %v", got)
			}
		})
	}
}
