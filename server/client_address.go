package server

import (
	"net"
	"net/netip"
	"sync"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// newIPExtractor returns a function that finds the address of the client: the peer of
// the connection or, if that is a trusted proxy, the last address in X-Forwarded-For
// that is not a trusted proxy. Private addresses are not trusted.
func newIPExtractor(proxies []netip.Prefix) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, proxy := range proxies {
		options = append(options, echo.TrustIPRange(&net.IPNet{
			IP: proxy.Masked().Addr().AsSlice(), Mask: net.CIDRMask(proxy.Bits(), proxy.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(options...)
}

// withClientAddress passes the address of the client to calls of the auth service.
func (s *Server) withClientAddress() echo.MiddlewareFunc {
	warn := sync.OnceFunc(func() {
		s.Logger.Warn("X-Forwarded-For is ignored, as no trusted proxies are set: all clients of a proxy share one limit of sign-in attempts")
	})
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c *echo.Context) error {
			r := c.Request()
			if len(s.TrustedProxies) == 0 && r.Header.Get(echo.HeaderXForwardedFor) != "" {
				warn()
			}
			c.SetRequest(r.WithContext(supa.WithClientAddress(r.Context(), c.RealIP())))
			return next(c)
		}
	}
}
