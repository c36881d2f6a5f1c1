//go:build !unix

package postgres

import "context"

// Server is not available on this operating system.
type Server struct{ Address }

// Start returns ErrUnsupported.
func Start(context.Context, Options) (*Server, error) { return nil, ErrUnsupported }

// Stop does nothing.
func (*Server) Stop(context.Context) error { return nil }

// PID returns 0.
func (*Server) PID() int { return 0 }

// FindRunning returns ErrUnsupported.
func FindRunning(string) (Address, error) { return Address{}, ErrUnsupported }

// RemoveData returns ErrUnsupported.
func RemoveData(string, ...string) error { return ErrUnsupported }
