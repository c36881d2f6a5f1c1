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

// Running always answers ErrUnsupported.
func Running(string) (Address, error) { return Address{}, ErrUnsupported }

// Remove always answers ErrUnsupported.
func Remove(string, ...string) error { return ErrUnsupported }
