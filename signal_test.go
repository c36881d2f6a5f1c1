//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase"
)

// A person who presses Ctrl-C again, and not by mistake, doesn't want to wait
// for what still runs.
func TestASecondSignalEndsTheProcessImmediately(t *testing.T) {
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), childVariable+"=1", "TABLESIDE_ADDR=127.0.0.1:0",
		"SUPABASE_URL=http://127.0.0.1:1", "SUPABASE_PUBLISHABLE_KEY=key")
	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	t.Cleanup(func() { _ = command.Process.Kill() }) // it is over, unless the test failed
	address := ""
	for lines := bufio.NewScanner(stdout); address == "" && lines.Scan(); {
		_, address, _ = strings.Cut(lines.Text(), "http://")
	}
	go func() { ended <- command.Wait() }()

	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// The rest of the body never comes: a request that the server waits for.
	fmt.Fprintf(conn, "POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n")
	if _, err := bufio.NewReader(conn).ReadString('\n'); err != nil { // "100 Continue": it runs
		t.Fatal(err)
	}
	signal := func() {
		if err := command.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	signal()
	signal() // as npm does
	select {
	case err := <-ended:
		t.Fatalf("the command did not wait for the running request: %v", err)
	case <-time.After(1500 * time.Millisecond):
	}
	// The command ignores signals during its first second, which can be longer on a busy machine.
	for isRunning := true; isRunning; {
		signal()
		select {
		case <-ended:
			isRunning = false
		case <-time.After(500 * time.Millisecond):
		}
	}
	// After the time limit for running requests, it would end without a signal.
	if status := command.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGINT {
		t.Errorf("the command ended by %v", command.ProcessState)
	}
}

func TestASignalDuringTheStartIsReportedInOneLine(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, stop) // PostgreSQL's initdb runs
	data := t.TempDir()
	t.Cleanup(func() { // deletes the data folder, which root creates elsewhere
		if err := localbase.Reset(data); err != nil {
			t.Error(err)
		}
	})
	t.Setenv("TABLESIDE_ADDR", "127.0.0.1:0")
	t.Setenv("TABLESIDE_DATA", data)
	for _, args := range [][]string{nil, {"local", "--port", "0", "--db-port", "0", "--mail-port", "0"}} {
		if err := run(ctx, args, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}); !errors.Is(err, errInterrupted) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
