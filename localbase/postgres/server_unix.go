//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	defaultPort     = 5432 // in the name of the socket if there is no TCP port
	minBackoff      = 50 * time.Millisecond
	maxBackoff      = 5 * time.Second
	minStableUptime = 30 * time.Second // after this uptime, a server is restarted without a pause
)

// Server is a running PostgreSQL server. It is restarted if it ends unexpectedly.
type Server struct {
	Address
	dir           string
	cluster       cluster
	lock          *os.File
	hasTempSocket bool
	args          []string
	stopTimeout   time.Duration
	log           *slog.Logger

	pid             atomic.Int64
	stopSignal      chan struct{} // closed by the first Stop
	forceStopSignal chan struct{} // closed when the context of a Stop ends: skip the clean shutdown
	stoppedSignal   chan struct{} // closed when the server has ended
	stopOnce        sync.Once
	forceStopOnce   sync.Once
}

// Start starts the server on opts.Dir and returns when it accepts connections. It returns ErrInUse
// if another process uses the folder.
func Start(ctx context.Context, opts Options) (*Server, error) {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, fmt.Errorf("resolve data folder: %w", err)
	}
	lock, err := openDataDir(dir)
	if err != nil {
		return nil, err
	}
	s, err := start(ctx, dir, lock, opts)
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	return s, nil
}

// start prepares the cluster in dir and starts the server. lock is the lock of dir, which Close
// releases.
func start(ctx context.Context, dir string, lock *os.File, opts Options) (*Server, error) {
	s := &Server{
		dir: dir, lock: lock, log: opts.Logger, stopTimeout: opts.StopTimeout,
		stopSignal: make(chan struct{}), forceStopSignal: make(chan struct{}), stoppedSignal: make(chan struct{}),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.stopTimeout == 0 {
		s.stopTimeout = 10 * time.Second
	}
	var err error
	if s.cluster, err = prepareCluster(ctx, dir, opts); err != nil {
		return nil, err
	}
	if s.cluster.baseDir != dir {
		s.log.Warn("the database's user cannot enter the data folder; the database's files are in another folder",
			"user", s.cluster.user.name, "folder", s.cluster.baseDir)
	}
	if err := stopOrphan(s.cluster.pgdata, s.stopTimeout); err != nil {
		return nil, err
	}
	removeTempSocket(dir)
	if err := s.chooseAddress(opts.Port); err != nil {
		return nil, err
	}
	s.args = s.buildArgs(opts.NoSync)
	first, err := s.launchFirst(ctx)
	if err == nil {
		if err = writeAddress(dir, s.Address); err != nil {
			s.stopProcess(first)
		}
	}
	if err != nil {
		s.removeSocketDir()
		return nil, err
	}
	go s.supervise(first)
	return s, nil
}

// chooseAddress sets the address of the server.
func (s *Server) chooseAddress(port int) error {
	s.Address = Address{Port: defaultPort}
	if port != 0 {
		// PostgreSQL's own error has five lines.
		probe, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			return fmt.Errorf("cannot use the database port %d: %w", port, err)
		}
		probe.Close()
		s.Address = Address{Port: port, TCP: true}
	}
	var err error
	s.SocketDir, s.hasTempSocket, err = s.cluster.createSocketDir(s.Port)
	return err
}

// buildArgs returns the server's arguments.
func (s *Server) buildArgs(noSync bool) []string {
	listen := ""
	if s.TCP {
		listen = "127.0.0.1"
	}
	settings := [][2]string{
		{"unix_socket_directories", `"` + strings.ReplaceAll(s.SocketDir, `"`, `""`) + `"`},
		{"port", fmt.Sprint(s.Port)},
		{"listen_addresses", listen},
		{"wal_level", "logical"},
		{"max_slot_wal_keep_size", "1GB"}, // a forgotten replication slot must not fill the disk
		{"timezone", "UTC"},
		{"jit", "off"}, // costs more than it saves for queries of some milliseconds
		{"logging_collector", "off"},
		{"log_destination", "stderr"},
		{"log_line_prefix", ""},
		{"log_checkpoints", "off"},
		{"log_error_verbosity", "terse"},     // details contain the statement
		{"log_min_messages", "log"},          // failed statements contain users' data,
		{"log_min_error_statement", "panic"}, // which must not be in the log
	}
	if noSync {
		settings = append(settings, [][2]string{
			{"fsync", "off"}, {"synchronous_commit", "off"}, {"full_page_writes", "off"},
			{"max_slot_wal_keep_size", "64MB"}, // so that a test can reach it
		}...)
	}
	var args []string
	for _, setting := range settings {
		args = append(args, "-c", setting[0]+"="+setting[1])
	}
	return append(args, "-D", s.cluster.pgdata) // must be last, see readCommandLine
}

// launchFirst starts the server for the first time. It retries while processes of a killed server
// still use the shared memory; other errors are final.
func (s *Server) launchFirst(ctx context.Context) (*serverProcess, error) {
	for deadline := time.Now().Add(s.stopTimeout); ; {
		process, err := s.launch(ctx)
		if err == nil || ctx.Err() != nil || time.Now().After(deadline) ||
			!strings.Contains(err.Error(), "shared memory block") {
			return process, err
		}
		time.Sleep(minBackoff)
	}
}

// launch starts a server process and waits until it accepts connections.
func (s *Server) launch(ctx context.Context) (*serverProcess, error) {
	process, err := startServerProcess(s.cluster, s.args, s.log)
	if err != nil {
		return nil, err
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-process.done:
			return nil, fmt.Errorf("the server ended during its start: %w: %s", process.err, process.output.lastLines(5))
		case <-ctx.Done():
			s.stopProcess(process)
			return nil, fmt.Errorf("wait for the server: %w", ctx.Err())
		case <-tick.C:
			pid, isReady, err := readPidFile(s.cluster.pgdata)
			if err == nil && isReady && pid == process.pid {
				s.pid.Store(int64(process.pid))
				return process, nil
			}
		}
	}
}

// supervise restarts the server when it ends, until Stop.
func (s *Server) supervise(process *serverProcess) {
	defer close(s.stoppedSignal)
	backoff := minBackoff
	for {
		select {
		case <-s.stopSignal:
			s.stopProcess(process)
			return
		case <-process.done:
		}
		s.log.Error("the database server ended unexpectedly, restarting", "error", process.err, "log", process.output.lastLines(3))
		if process.uptime() > minStableUptime {
			backoff = minBackoff
		}
		for process = nil; process == nil; backoff = min(2*backoff, maxBackoff) {
			select {
			case <-s.stopSignal:
				return
			case <-time.After(backoff):
			}
			process = s.relaunch()
		}
	}
}

// relaunch starts the server again. It logs the error and returns nil if that fails.
func (s *Server) relaunch() *serverProcess {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-s.stopSignal:
			cancel()
		case <-ctx.Done():
		}
	}()
	process, err := s.launch(ctx)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Error("the database server cannot be restarted yet", "error", err)
		}
		return nil
	}
	s.log.Info("the database server was restarted", "pid", process.pid)
	return process
}

// stopProcess stops a server process: first with a fast shutdown, then with an immediate shutdown,
// which requires recovery at the next start, then with SIGKILL. No committed data is lost.
func (s *Server) stopProcess(process *serverProcess) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		process.signal(sig)
		skip := s.forceStopSignal
		if sig != syscall.SIGINT {
			skip = nil
		}
		select {
		case <-process.done:
			return
		case <-skip:
		case <-time.After(s.stopTimeout):
		}
		s.log.Warn("the database server did not stop in time", "signal", sig.String())
	}
	<-process.done
}

// Stop stops the server and unlocks the data folder. If ctx ends first, it forces the shutdown; no
// data is lost, but the next start needs a recovery. Another call waits for the first.
func (s *Server) Stop(ctx context.Context) error {
	s.stopOnce.Do(func() { close(s.stopSignal) })
	select {
	case <-s.stoppedSignal:
	case <-ctx.Done():
		s.forceStopOnce.Do(func() { close(s.forceStopSignal) })
		<-s.stoppedSignal
	}
	s.removeSocketDir()
	if err := os.Remove(filepath.Join(s.dir, addressName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("stop PostgreSQL: %w", err)
	}
	if err := s.lock.Close(); err != nil && !errors.Is(err, fs.ErrClosed) {
		return fmt.Errorf("stop PostgreSQL: %w", err)
	}
	return nil
}

// PID returns the process id of the server, which changes after a restart.
func (s *Server) PID() int { return int(s.pid.Load()) }

// removeSocketDir deletes the folder of the socket if it is a temporary one.
func (s *Server) removeSocketDir() {
	if s.hasTempSocket {
		os.RemoveAll(s.SocketDir)
	}
}
