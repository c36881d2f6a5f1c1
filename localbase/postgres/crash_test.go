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

// helperDir makes this test binary act as a program that runs a database.
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

// writeForever inserts rows and prints each number that was acknowledged.
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
		t.Errorf("%s rows are left of %d", got, acknowledged)
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
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		var err error
		if conn, err = pgx.Connect(context.Background(), dsn); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server is not back: %v", err)
		}
	}
	defer conn.Close(context.Background())
	// The server takes connections a moment before its supervisor knows.
	for deadline := time.Now().Add(10 * time.Second); s.PID() == first; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("PID still answers the killed process")
		}
	}
	var kept int
	if err := conn.QueryRow(context.Background(), `select count(*) from t where id <= $1`, acknowledged).Scan(&kept); err != nil {
		t.Fatal(err)
	}
	if kept != acknowledged {
		t.Errorf("%d rows are left of %d", kept, acknowledged)
	}
}

// writeUntil inserts rows until the server is gone, and answers the last that
// was acknowledged. disturb is called in the middle.
func writeUntil(t *testing.T, dsn string, middle int, disturb func()) int {
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
			go disturb()
		}
		if id > 1_000_000 {
			t.Fatal("the server wasn't disturbed")
		}
	}
}

func TestOrphanOfAKilledRunIsStopped(t *testing.T) {
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
	default:
		t.Error("the orphan still runs")
	}
	if got := query(t, s.DSN(Superuser, Superuser), `select 'up'`); got != "up" {
		t.Errorf("answered %q", got)
	}
}

func TestReusedProcessNumberInThePidFile(t *testing.T) {
	dir := tempDir(t)
	s := mustStart(t, Options{Dir: dir})
	pidPath := filepath.Join(s.cluster.pgdata, pidFile)
	note, err := os.ReadFile(pidPath)
	if err != nil {
		t.Fatal(err)
	}
	mustStop(t, s)
	// Somebody else's process, of the same user, has the number by now.
	stranger := s.cluster.user.newCommand(context.Background(), "/", "sleep", "60")
	if err := stranger.Start(); err != nil {
		t.Fatal(err)
	}
	defer stranger.Wait()
	defer stranger.Process.Kill()
	_, rest, _ := strings.Cut(string(note), "\n")
	note = fmt.Appendf(nil, "%d\n%s", stranger.Process.Pid, rest)
	if err := os.WriteFile(pidPath, note, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.cluster.user.chown(pidPath); err != nil {
		t.Fatal(err)
	}

	s = mustStart(t, Options{Dir: dir})
	if got := query(t, s.DSN(Superuser, Superuser), `select 'up'`); got != "up" {
		t.Errorf("answered %q", got)
	}
	if err := syscall.Kill(stranger.Process.Pid, 0); err != nil {
		t.Errorf("the stranger was stopped: %v", err)
	}
}

func TestInterruptedFirstStartIsRepeated(t *testing.T) {
	dir := tempDir(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { // interrupts as soon as the cluster has been begun
		for ctx.Err() == nil {
			if drafts, _ := filepath.Glob(filepath.Join(dir, draftPrefix+"*")); len(drafts) > 0 { // the pattern is well-formed
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if s, err := Start(ctx, Options{Dir: dir}); err == nil {
		mustStop(t, s)
		t.Fatal("the first start was not interrupted")
	}
	// What a kill -9 leaves, which can't clean up after itself.
	if err := os.MkdirAll(filepath.Join(dir, draftPrefix+"killed", "base"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := mustStart(t, Options{Dir: dir})
	if got := query(t, s.DSN(Superuser, Superuser), `select 'up'`); got != "up" {
		t.Errorf("answered %q", got)
	}
	if drafts, _ := filepath.Glob(filepath.Join(dir, draftPrefix+"*")); len(drafts) != 0 {
		t.Errorf("left behind: %v", drafts)
	}
}

func TestStopIsForcedAfterTimeout(t *testing.T) {
	s := mustStart(t, Options{Dir: tempDir(t), NoSync: true})
	// A stopped process answers no signal but SIGKILL, at which the others are due too.
	if err := syscall.Kill(s.PID(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	s.stopTimeout = 100 * time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if err := s.Stop(ctx); err != nil {
		t.Error(err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
}
