//go:build !unix

package postgres

import "context"

// Server does not exist on this operating system.
type Server struct{ Address }

// Start always answers ErrUnsupported.
func Start(context.Context, Options) (*Server, error) { return nil, ErrUnsupported }

// Stop does nothing.
func (*Server) Stop(context.Context) error { return nil }

// PID is 0.
func (*Server) PID() int { return 0 }

// FindRunning always returns ErrUnsupported.
func FindRunning(string) (Address, error) { return Address{}, ErrUnsupported }

// RemoveData always returns ErrUnsupported.
func RemoveData(string, ...string) error { return ErrUnsupported }
