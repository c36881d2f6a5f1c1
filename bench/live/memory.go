package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// heartbeatInterval is that of realtime-js.
const heartbeatInterval = 25 * time.Second

// measureMemory opens idle connections, each with one channel and the heartbeat of
// realtime-js, and prints by how much the memory of the processes grew for each of them.
func measureMemory(ctx context.Context, o options, dial dialer, out io.Writer, processes map[string]int) error {
	before, err := readMemory(processes)
	if err != nil {
		return err
	}
	connections := make([]*websocket.Conn, 0, o.connections)
	defer func() {
		for _, conn := range connections {
			_ = conn.CloseNow()
		}
	}()
	for i := range o.connections {
		conn, err := dial(ctx, fmt.Sprintf("idle-%d", i%100))
		if err != nil {
			return fmt.Errorf("connection %d: %w", i+1, err)
		}
		connections = append(connections, conn)
		go func() {
			for {
				if _, _, err := conn.Read(ctx); err != nil {
					return
				}
			}
		}()
	}
	beat := time.NewTicker(heartbeatInterval)
	defer beat.Stop()
	for end := time.After(o.settle); ; {
		select {
		case <-beat.C:
			for _, conn := range connections {
				if err := conn.Write(ctx, websocket.MessageText, []byte(`[null,"1","phoenix","heartbeat",{}]`)); err != nil {
					return fmt.Errorf("heartbeat: %w", err)
				}
			}
			continue
		case <-end:
		}
		break
	}
	after, err := readMemory(processes)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%d idle connections with one channel, after %s\n\n| resident memory | before | after | per connection |\n|---|--:|--:|--:|\n", o.connections, o.settle)
	total := 0
	for _, name := range []string{"Tableside", "localbase"} {
		grown := after[name] - before[name]
		total += grown
		fmt.Fprintf(out, "| %s | %.1f MB | %.1f MB | %.1f kB |\n", name, float64(before[name])/1e6, float64(after[name])/1e6, float64(grown)/1e3/float64(o.connections))
	}
	fmt.Fprintf(out, "| both | | | %.1f kB |\n", float64(total)/1e3/float64(o.connections))
	return nil
}

// readMemory returns the resident memory of processes in bytes (proc(5), VmRSS).
func readMemory(processes map[string]int) (map[string]int, error) {
	memory := map[string]int{}
	for name, pid := range processes {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			return nil, fmt.Errorf("read the memory of %s: %w", name, err)
		}
		_, after, _ := strings.Cut(string(status), "VmRSS:")
		fields := strings.Fields(after)
		if len(fields) == 0 {
			return nil, fmt.Errorf("read the memory of %s: %q", name, status)
		}
		kibibytes, err := strconv.Atoi(fields[0])
		if err != nil {
			return nil, fmt.Errorf("read the memory of %s: %w", name, err)
		}
		memory[name] = kibibytes << 10
	}
	return memory, nil
}
