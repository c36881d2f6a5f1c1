//go:build unix

package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// helperDir is a variable that makes this test binary act as a program with a database.
const helperDir = "TABLESIDE_TEST_HELPER_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(helperDir); dir != "" {
		if err := writeForever(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writeForever inserts rows and prints each committed number.
func writeForever(dir string) error {
	ctx := context.Background()
	s, err := Start(ctx, Options{Dir: dir})
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, s.DSN(Superuser, Superuser))
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `create table if not exists t (id int primary key)`); err != nil {
		return err
	}
	for id := 1; ; id++ {
		if _, err := conn.Exec(ctx, `insert into t values ($1)`, id); err != nil {
			return err
		}
		fmt.Println(id)
	}
}

func TestKilledParentLosesNothing(t *testing.T) {
	dir := tempDir(t)
	helper := exec.Command(os.Args[0])
	helper.Env = append(os.Environ(), helperDir+"="+dir)
	helper.Stderr = os.Stderr
	out, err := helper.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := helper.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := 0
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if acknowledged, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
		if acknowledged == 200 {
			if err := helper.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = helper.Wait() // killed
	if acknowledged < 200 {
		t.Fatalf("the helper ended after %d rows", acknowledged)
	}
	s := mustStart(t, Options{Dir: dir})
	got := query(t, s.DSN(Superuser, Superuser), fmt.Sprintf(`select count(*)::text from t where id <= %d`, acknowledged))
	if got != strconv.Itoa(acknowledged) {
		t.Errorf("got %s rows, want %d", got, acknowledged)
	}
}

func TestKilledServerIsStartedAgainAndLosesNothing(t *testing.T) {
	s := mustStart(t, Options{Dir: tempDir(t)})
	dsn := s.DSN(Superuser, Superuser)
	execute(t, dsn, `create table t (id int primary key)`)
	first := s.PID()
	acknowledged := writeUntil(t, dsn, 200, func() {
		if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	})
	var conn *pgx.Conn
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var err error
		if conn, err = pgx.Connect(context.Background(), dsn); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server was not restarted: %v", err)
		}
	}
	defer conn.Close(context.Background())
	// The server accepts connections a moment before Server.PID changes.
	for deadline := time.Now().Add(time.Minute); s.PID() == first; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("PID still returns the killed process")
		}
	}
	var count int
	if err := conn.QueryRow(context.Background(), `select count(*) from t where id <= $1`, acknowledged).Scan(&count); err != nil {
		t.Fatal(err)
	}
	if count != acknowledged {
		t.Errorf("got %d rows, want %d", count, acknowledged)
	}
}

// writeUntil inserts rows until the server ends, and returns the last committed number. It calls
// disturb after the row number middle.
func writeUntil(t *testing.T, dsn string, middle int, stopServer func()) int {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for id := 1; ; id++ {
		if _, err := conn.Exec(context.Background(), `insert into t values ($1)`, id); err != nil {
			return id - 1
		}
		if id == middle {
			go stopServer()
		}
		if id > 1_000_000 {
			t.Fatal("the server was not stopped")
		}
	}
}

func TestOrphanedServerIsStopped(t *testing.T) {
	dir := tempDir(t)
	mustStop(t, mustStart(t, Options{Dir: dir}))
	c, err := prepareCluster(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, socketName)
	orphan, err := startServerProcess(c, []string{"-c", "listen_addresses=", "-k", socket, "-D", c.pgdata}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { orphan.signal(syscall.SIGKILL) })
	for ready := false; !ready; time.Sleep(10 * time.Millisecond) {
		if _, ready, err = readPidFile(c.pgdata); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}

	s := mustStart(t, Options{Dir: dir})
	select {
	case <-orphan.done:
	case <-time.After(time.Minute): // this process learns of its end a moment later
		t.Error("the orphaned server still runs")
	}
	if got := query(t, s.DSN(Superuser, Superuser), `select 'up'`); got != "up" {
		t.Errorf("got %q", got)
	}
}

func TestReusedProcessNumberInThePidFile(t *testing.T) {
	dir := tempDir(t)
	s := mustStart(t, Options{Dir: dir})
	pidPath := filepath.Join(s.cluster.pgdata, pidFile)
	content, err := os.ReadFile(pidPath)
	if err != nil {
		t.Fatal(err)
	}
	mustStop(t, s)
	// Another process of the same user has the id now.
	other := s.cluster.user.newCommand(context.Background(), "/", "sleep", "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer other.Process.Kill()
	_, rest, _ := strings.Cut(string(content), "\n")
	content = fmt.Appendf(nil, "%d\n%s", other.Process.Pid, rest)
	if err := os.WriteFile(pidPath, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.cluster.user.chown(pidPath); err != nil {
		t.Fatal(err)
	}

	s = mustStart(t, Options{Dir: dir})
	if got := query(t, s.DSN(Superuser, Superuser), `select 'up'`); got != "up" {
		t.Errorf("got %q", got)
	}
	if err := syscall.Kill(other.Process.Pid, 0); err != nil {
		t.Errorf("the other process was stopped: %v", err)
	}
}

func TestInterruptedFirstStartIsRepeated(t *testing.T) {
	dir := tempDir(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { // cancels as soon as initdb runs
		for ctx.Err() == nil {
			if incomplete, _ := filepath.Glob(filepath.Join(dir, newClusterPrefix+"*")); len(incomplete) > 0 { // the pattern is valid
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if s, err := Start(ctx, Options{Dir: dir}); err == nil {
		mustStop(t, s)
		t.Fatal("the first start was not interrupted")
	}
	// The state after kill -9, which leaves the folder.
	if err := os.MkdirAll(filepath.Join(dir, newClusterPrefix+"killed", "base"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := mustStart(t, Options{Dir: dir})
	if got := query(t, s.DSN(Superuser, Superuser), `select 'up'`); got != "up" {
		t.Errorf("got %q", got)
	}
	if incomplete, _ := filepath.Glob(filepath.Join(dir, newClusterPrefix+"*")); len(incomplete) != 0 {
		t.Errorf("remaining folders: %v", incomplete)
	}
}

func TestStopIsForcedAfterTimeout(t *testing.T) {
	s := mustStart(t, Options{Dir: tempDir(t), NoSync: true})
	// A stopped process handles no signal except SIGKILL; the others are pending until then.
	if err := syscall.Kill(s.PID(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	s.stopTimeout = 100 * time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	if err := s.Stop(ctx); err != nil {
		t.Error(err)
	}
	if elapsed := time.Since(start); elapsed > 8*time.Second { // the default is 10 s
		t.Errorf("took %v", elapsed)
	}
}
