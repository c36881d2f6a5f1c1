package main

import (
	"net"
	"testing"
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
