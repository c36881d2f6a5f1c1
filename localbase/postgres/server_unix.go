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
	defaultPort     = 5432 // names the socket when there is no TCP port
	minBackoff      = 50 * time.Millisecond
	maxBackoff      = 5 * time.Second
	minStableUptime = 30 * time.Second // a server that ran this long is started again without waiting
)

// Server is a running PostgreSQL. It is started again when it ends by itself.
type Server struct {
	Address
	dir           string
	cluster       cluster
	lock          *os.File
	hasTempSocket bool
	args          []string
	stopTimeout   time.Duration
	log           *slog.Logger

	pid           atomic.Int64
	stop          chan struct{} // closed by the first Stop
	forceStop     chan struct{} // closed when a Stop's context ends: skip the clean way
	stopped       chan struct{} // closed when the server is gone
	stopOnce      sync.Once
	forceStopOnce sync.Once
}

// Start brings up the server on opts.Dir and answers when it takes
// connections. ErrInUse: another process works on that folder.
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

func start(ctx context.Context, dir string, lock *os.File, opts Options) (*Server, error) {
	s := &Server{
		dir: dir, lock: lock, log: opts.Logger, stopTimeout: opts.StopTimeout,
		stop: make(chan struct{}), forceStop: make(chan struct{}), stopped: make(chan struct{}),
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
	if s.cluster.home != dir {
		s.log.Warn("the database's user can't enter the data folder, its files lie elsewhere",
			"user", s.cluster.user.name, "folder", s.cluster.home)
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

// chooseAddress settles where the server will be reached.
func (s *Server) chooseAddress(port int) error {
	s.Address = Address{Port: defaultPort}
	if port != 0 {
		// PostgreSQL says the same in five lines; a person needs one.
		probe, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			return fmt.Errorf("the database's port %d can't be used: %w", port, err)
		}
		probe.Close()
		s.Address = Address{Port: port, TCP: true}
	}
	var err error
	s.SocketDir, s.hasTempSocket, err = s.cluster.createSocketDir(s.Port)
	return err
}

func (s *Server) buildArgs(throwaway bool) []string {
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
		{"jit", "off"}, // costs more than it gains on queries that take milliseconds
		{"logging_collector", "off"},
		{"log_destination", "stderr"},
		{"log_line_prefix", ""},
		{"log_checkpoints", "off"},
		{"log_error_verbosity", "terse"},     // details name the statement that ran
		{"log_min_messages", "log"},          // a person's failed statements hold a person's data:
		{"log_min_error_statement", "panic"}, // they are not for the log
	}
	if throwaway {
		settings = append(settings, [][2]string{
			{"fsync", "off"}, {"synchronous_commit", "off"}, {"full_page_writes", "off"},
			{"max_slot_wal_keep_size", "64MB"}, // so that a test reaches the bound
		}...)
	}
	var args []string
	for _, setting := range settings {
		args = append(args, "-c", setting[0]+"="+setting[1])
	}
	return append(args, "-D", s.cluster.pgdata) // last, see commandLine
}

// launchFirst starts the server for the first time. Processes of a killed
// predecessor may need a moment to notice; anything else is an error at once.
func (s *Server) launchFirst(ctx context.Context) (*serverProcess, error) {
	for deadline := time.Now().Add(s.stopTimeout); ; {
		c, err := s.launch(ctx)
		if err == nil || ctx.Err() != nil || time.Now().After(deadline) ||
			!strings.Contains(err.Error(), "shared memory block") {
			return c, err
		}
		time.Sleep(minBackoff)
	}
}

// launch starts one server process and waits until it takes connections.
func (s *Server) launch(ctx context.Context) (*serverProcess, error) {
	c, err := startServerProcess(s.cluster, s.args, s.log)
	if err != nil {
		return nil, err
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-c.done:
			return nil, fmt.Errorf("the server ended while starting: %w: %s", c.err, c.output.lastLines(5))
		case <-ctx.Done():
			s.stopProcess(c)
			return nil, fmt.Errorf("wait for the server: %w", ctx.Err())
		case <-tick.C:
			pid, ready, err := readPidFile(s.cluster.pgdata)
			if err == nil && ready && pid == c.pid {
				s.pid.Store(int64(c.pid))
				return c, nil
			}
		}
	}
}

// supervise keeps a server running until Stop.
func (s *Server) supervise(c *serverProcess) {
	defer close(s.stopped)
	backoff := minBackoff
	for {
		select {
		case <-s.stop:
			s.stopProcess(c)
			return
		case <-c.done:
		}
		s.log.Error("the database ended by itself and is started again", "cause", c.err, "log", c.output.lastLines(3))
		if c.age() > minStableUptime {
			backoff = minBackoff
		}
		for c = nil; c == nil; backoff = min(2*backoff, maxBackoff) {
			select {
			case <-s.stop:
				return
			case <-time.After(backoff):
			}
			c = s.relaunch()
		}
	}
}

// relaunch starts the server again, or says in the log why it couldn't.
func (s *Server) relaunch() *serverProcess {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-s.stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	c, err := s.launch(ctx)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Error("the database doesn't start again yet", "error", err)
		}
		return nil
	}
	s.log.Info("the database is back", "pid", c.pid)
	return c
}

// stopProcess stops one server process: a fast shutdown first, then one that leaves
// the cleaning to the next start's recovery, then kill. None loses a commit.
func (s *Server) stopProcess(c *serverProcess) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		c.signal(sig)
		hurry := s.forceStop
		if sig != syscall.SIGINT {
			hurry = nil
		}
		select {
		case <-c.done:
			return
		case <-hurry:
		case <-time.After(s.stopTimeout):
		}
		s.log.Warn("the database is slow to stop", "signal", sig.String())
	}
	<-c.done
}

// Stop ends the server and frees the data folder. When ctx ends first, the
// server is stopped the hard way, which loses nothing but takes the next start
// a recovery. Calling it again waits for the first.
func (s *Server) Stop(ctx context.Context) error {
	s.stopOnce.Do(func() { close(s.stop) })
	select {
	case <-s.stopped:
	case <-ctx.Done():
		s.forceStopOnce.Do(func() { close(s.forceStop) })
		<-s.stopped
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

// PID is the server's process, which changes when it is started again.
func (s *Server) PID() int { return int(s.pid.Load()) }

func (s *Server) removeSocketDir() {
	if s.hasTempSocket {
		os.RemoveAll(s.SocketDir)
	}
}

// removeTempSocket deletes the temporary socket folder of a run that was killed.
func removeTempSocket(dir string) {
	address, err := readAddress(dir)
	if err != nil {
		return // nothing was noted
	}
	if filepath.Dir(address.SocketDir) == filepath.Clean(os.TempDir()) && strings.HasPrefix(filepath.Base(address.SocketDir), "tableside-") {
		os.RemoveAll(address.SocketDir)
	}
}

// FindRunning answers where the server is that another process runs on dir.
// ErrNotRunning: none takes connections there.
func FindRunning(dir string) (Address, error) {
	address, err := readAddress(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Address{}, fmt.Errorf("%w: %s", ErrNotRunning, dir)
	}
	if err != nil {
		return Address{}, err
	}
	conn, err := net.Dial("unix", address.socketPath())
	if err != nil { // the note is of a run that was killed
		return Address{}, fmt.Errorf("%w: %s: %w", ErrNotRunning, dir, err)
	}
	conn.Close()
	return address, nil
}

// RemoveData deletes what this package made in a data folder, the other entries of
// that folder that are named, and the folder itself if nothing else is in it.
// ErrInUse: a process works on it.
func RemoveData(dir string, others ...string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("resolve data folder: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, lockName)); errors.Is(err, fs.ErrNotExist) {
		return nil // no data folder, or nothing of ours in it
	}
	lock, err := openDataDir(dir)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := stopOrphan(filepath.Join(dir, clusterName), 10*time.Second); err != nil {
		return err
	}
	removeTempSocket(dir)
	paths := []string{clusterName, socketName, addressName}
	if home, err := os.Readlink(filepath.Join(dir, clusterName)); err == nil && filepath.Dir(filepath.Dir(home)) == fallbackRoot {
		paths = append(paths, filepath.Dir(home))
	}
	drafts, _ := filepath.Glob(filepath.Join(dir, draftPrefix+"*")) // a pattern in dir finds less, which the next start finds
	paths = append(append(paths, drafts...), others...)
	for _, path := range append(paths, lockName) {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if err := os.RemoveAll(path); err != nil {
			return fmt.Errorf("delete data: %w", err)
		}
	}
	_ = os.Remove(dir) // refused when somebody keeps more in it
	return nil
}
