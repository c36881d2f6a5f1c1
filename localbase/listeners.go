package localbase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// listen opens a port on the loopback interface. Both Close and the HTTP server close the
// listener; the second close has no effect.
func (b *Backend) listen(name string, port int) (net.Listener, error) {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return nil, fmt.Errorf("can't use port %d for %s: %w", port, name, err)
	}
	b.addCloser(func(context.Context) error { listener.Close(); return nil })
	return listener, nil
}

// serve starts an HTTP server on listener. Close waits for its requests.
func (b *Backend) serve(listener net.Listener, handler http.Handler) {
	server := &http.Server{
		Handler: handler,
		// Bodies have no time limit, since uploads and exports can take long.
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(b.log.Handler(), slog.LevelWarn),
	}
	b.addCloser(func(ctx context.Context) error {
		if err := server.Shutdown(ctx); err != nil {
			return errors.Join(fmt.Errorf("drain %s: %w", listener.Addr(), err), server.Close())
		}
		return nil
	})
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			b.log.Error("HTTP server stopped", "address", listener.Addr(), "error", err)
		}
	}()
}
