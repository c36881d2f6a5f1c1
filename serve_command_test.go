package main

import (
	"net"
	"slices"
	"testing"

	"github.com/tableside/tableside/server"
)

func TestSiteURLHasADomainOnThisMachine(t *testing.T) {
	for _, test := range []struct{ publicURL, ip, want string }{
		{"", "127.0.0.1", "http://localhost:8080"},
		{"", "::1", "http://localhost:8080"},
		{"", "::", "http://localhost:8080"},
		{"", "0.0.0.0", "http://localhost:8080"},
		{"", "192.0.2.1", "http://192.0.2.1:8080"},
		{"https://tables.example.com/", "127.0.0.1", "https://tables.example.com"},
	} {
		c := serveCommand{PublicURL: test.publicURL}
		if got := c.siteURL(&net.TCPAddr{IP: net.ParseIP(test.ip), Port: 8080}); got != test.want {
			t.Errorf("%q at %s: got %s, want %s", test.publicURL, test.ip, got, test.want)
		}
	}
}

func TestLinksLeadToEachNameOfThisMachine(t *testing.T) {
	addr := &net.TCPAddr{IP: net.IPv4zero, Port: 8080}
	if got := (&serveCommand{}).redirectURLs(addr); !slices.Equal(got, []string{"http://127.0.0.1:8080/**", "http://[::1]:8080/**"}) {
		t.Errorf("got %q", got)
	}
	if got := (&serveCommand{PublicURL: "https://tables.example.com"}).redirectURLs(addr); got != nil {
		t.Errorf("with a public URL: %q", got)
	}
}

func TestSignInFlagsBecomeOptions(t *testing.T) {
	flags := signInFlags{
		RequireMFA: true, Providers: []string{"custom:acme"}, CaptchaProvider: "hcaptcha", CaptchaSiteKey: "site",
		LockMinutes: 5, PasswordMinLength: 10, PasswordRequiredCharacters: "letters_digits",
	}
	if err := flags.check(); err != nil {
		t.Fatal(err)
	}
	var options server.Options
	flags.apply(&options)
	if !options.RequireMFA || options.Providers[0] != "custom:acme" || *options.Captcha != (server.Captcha{Provider: server.HCaptcha, SiteKey: "site"}) ||
		options.LockMinutes != 5 || options.PasswordMinLength != 10 || options.PasswordRequirements != server.LettersAndDigits {
		t.Errorf("got %+v", options)
	}
}
