//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase"
)

const ledgerSQL = `
create table public.ledger (id bigint primary key, note text not null);
alter table public.ledger enable row level security;
create policy everyone on public.ledger to authenticated using (true) with check (true);
grant select, insert on public.ledger to authenticated;
`

// TestAcknowledgedWritesSurvive kills a process without warning while rows are
// written through the API, and looks for every row that was acknowledged.
func TestAcknowledgedWritesSurvive(t *testing.T) {
	data := t.TempDir()
	t.Cleanup(func() { // deletes the data folder, which root creates elsewhere
		if err := localbase.Reset(data); err != nil {
			t.Error(err)
		}
	})
	whole := t // outlives the parts: a part starts a process, and the next part uses it
	process := startProcess(t, data)
	process.runSQL(t, data, ledgerSQL)
	process.signUp(t, "writer@example.test")
	ledger := &ledger{}

	t.Run("kill -9 of PostgreSQL", func(t *testing.T) {
		ledger.writeDuringOutage(t, process, func() { killProcess(t, readPostmasterPID(t, data)) })
		process.waitReady(t)
		ledger.verify(t, process)
	})
	t.Run("kill -9 of Tableside", func(t *testing.T) {
		ledger.writeDuringOutage(t, process, func() { killProcess(t, process.command.Process.Pid) })
		process = restartProcess(whole, process, data)
		ledger.verify(t, process)
	})
	t.Run("an orderly restart", func(t *testing.T) {
		ledger.writeDuringOutage(t, process, func() {
			if err := process.command.Process.Signal(syscall.SIGTERM); err != nil {
				t.Error(err)
			}
		})
		process = restartProcess(whole, process, data)
		ledger.verify(t, process)
	})
}

// process is a tableside process with its own session.
type process struct {
	command *exec.Cmd
	url     string
	client  *http.Client
}

func startProcess(t *testing.T, data string) *process {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), childVariable+"=1", "TABLESIDE_DATA="+data,
		"TABLESIDE_DEMO=false", "TABLESIDE_ADDR=127.0.0.1:0", "TABLESIDE_LOG_LEVEL=error")
	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	command.Stderr = &stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM) // it may be over already
		_ = command.Wait()
	})
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{command: command, client: &http.Client{Jar: jar, Timeout: time.Minute}} // a loaded machine hashes passwords slowly
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		if _, url, found := strings.Cut(lines.Text(), " is at "); found {
			p.url = strings.TrimSpace(url)
			break
		}
	}
	if p.url == "" {
		t.Fatalf("the process ended without an address: %s", stderr.String())
	}
	go func() { _, _ = io.Copy(io.Discard, stdout) }() // so that it never blocks on a full pipe
	p.waitReady(t)
	return p
}

// restartProcess starts a new process on the same data, with the session of the old one.
func restartProcess(t *testing.T, old *process, data string) *process {
	t.Helper()
	_ = old.command.Wait() // killed: the error says so
	p := startProcess(t, data)
	p.signIn(t, "writer@example.test")
	return p
}

func (p *process) waitReady(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		response, err := p.client.Get(p.url + "/readyz")
		if err != nil {
			continue
		}
		response.Body.Close()
		if response.StatusCode == http.StatusOK {
			return
		}
	}
	t.Fatal("the process was not ready within two minutes")
}

func (p *process) runSQL(t *testing.T, data, sql string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "schema.sql")
	if err := os.WriteFile(file, []byte(sql), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(os.Args[0], "local", "sql", "--data", data, file)
	command.Env = append(os.Environ(), childVariable+"=1")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("local sql: %v: %s", err, out)
	}
}

func (p *process) signUp(t *testing.T, email string) { p.authenticate(t, "sign-up", email) }
func (p *process) signIn(t *testing.T, email string) { p.authenticate(t, "sign-in", email) }

func (p *process) authenticate(t *testing.T, route, email string) {
	t.Helper()
	status, body := p.post("/api/auth/"+route, map[string]string{"email": email, "password": "correct horse battery"})
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", route, status, body)
	}
}

// post sends a JSON body. It returns status 0 if the process is not reachable or the response is incomplete.
func (p *process) post(path string, body any) (status int, responseBody string) {
	encoded, err := json.Marshal(body)
	if err != nil {
		return 0, err.Error()
	}
	response, err := p.client.Post(p.url+path, "application/json", bytes.NewReader(encoded))
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error() // an incomplete response acknowledges nothing
	}
	return response.StatusCode, string(text)
}

// ledger records which rows were acknowledged.
type ledger struct {
	lastID       int
	acknowledged []int
}

// writeDuringOutage writes rows one after the other, calls fail after twenty of them,
// and continues until the process has ended or twenty more were acknowledged.
func (l *ledger) writeDuringOutage(t *testing.T, p *process, fail func()) {
	t.Helper()
	begun, failed := len(l.acknowledged), make(chan struct{})
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); {
		l.lastID++
		status, body := p.post("/api/rows/ledger", map[string]any{"id": l.lastID, "note": "row " + strconv.Itoa(l.lastID)})
		written := len(l.acknowledged) - begun
		switch {
		case status == http.StatusCreated:
			l.acknowledged = append(l.acknowledged, l.lastID)
		case written < 20:
			t.Fatalf("write %d failed before the failure: %d %s", l.lastID, status, body)
		case status == 0: // the process has ended
			<-failed
			return
		case status < 500:
			t.Errorf("a write during the outage got %d %s", status, body)
		}
		switch {
		case written == 19:
			go func() { defer close(failed); fail() }()
		case written >= 40:
			<-failed
			return
		}
	}
	t.Fatal("the process acknowledged nothing for two minutes")
}

func (l *ledger) verify(t *testing.T, p *process) {
	t.Helper()
	response, err := p.client.Get(p.url + "/api/rows/ledger?select=id")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var rows []struct{ ID int }
	if err := json.NewDecoder(response.Body).Decode(&rows); err != nil {
		t.Fatal(err)
	}
	there := map[int]bool{}
	for _, row := range rows {
		there[row.ID] = true
	}
	for _, id := range l.acknowledged {
		if !there[id] {
			t.Errorf("row %d was acknowledged, but is lost", id)
		}
	}
	if len(l.acknowledged) == 0 {
		t.Error("no row was ever acknowledged")
	}
}

func killProcess(t *testing.T, pid int) {
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("kill %d: %v", pid, err)
	}
}

// readPostmasterPID is the process id of the PostgreSQL that runs on the data folder.
func readPostmasterPID(t *testing.T, data string) (pid int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(data, "postgres", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(string(text), &pid); err != nil {
		t.Fatal(err)
	}
	return pid
}
