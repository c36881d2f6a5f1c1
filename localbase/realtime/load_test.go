package realtime

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// hasRaceDetector reports whether the tests run with -race, which takes ten times as long.
var hasRaceDetector bool

// TestManyMessagesToManySubscribers checks that 200 subscribers receive 10,000 messages in order,
// with limited memory.
func TestManyMessagesToManySubscribers(t *testing.T) {
	subscribers, messages := 200, 10_000
	if testing.Short() || hasRaceDetector {
		subscribers, messages = 20, 1000
	}
	s := newService(t, Limits{EventsPerSecond: -1})
	token := s.token("anon", "")
	address := strings.Replace(s.url, "http", "ws", 1) + "/websocket?vsn=2.0.0&apikey=" + token
	var received atomic.Int64
	var readers sync.WaitGroup
	for range subscribers {
		conn, _, err := websocket.Dial(t.Context(), address, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.CloseNow()
		if err := conn.Write(t.Context(), websocket.MessageText, []byte(`["1","1","realtime:a","phx_join",{"config":`+noPresenceConfig+`}]`)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := conn.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
		readers.Go(func() { received.Add(countInOrder(t, conn, messages)) })
	}

	sender := s.connect(token)
	sender.mustJoin("realtime:a", noPresenceConfig, "")
	var maxHeap uint64
	start := time.Now()
	for i := range messages {
		sender.write(websocket.MessageBinary, encodePushFrame("j", "1", "realtime:a", "x", true, newPayload(i)))
		if i%500 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			maxHeap = max(maxHeap, m.HeapInuse)
		}
	}
	readers.Wait()
	elapsed := time.Since(start)
	want := int64(subscribers) * int64(messages)
	if got := received.Load(); got != want {
		t.Errorf("received %d of %d messages", got, want)
	}
	// Each message is encoded once, and all queues share it.
	if maxHeap > 300<<20 {
		t.Errorf("the heap reached %d MB", maxHeap>>20)
	}
	t.Logf("%d deliveries in %v, %.0f a second; heap at most %d MB", want, elapsed, float64(want)/elapsed.Seconds(), maxHeap>>20)
}

func newPayload(i int) string {
	return fmt.Sprintf(`{"n":%d,"text":"%s"}`, i, strings.Repeat("x", 100))
}

// countInOrder reads messages until all are received or the order is wrong, and returns their
// number.
func countInOrder(t *testing.T, conn *websocket.Conn, messages int) int64 {
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	for i := range messages {
		_, data, err := conn.Read(ctx)
		if err != nil {
			t.Errorf("after %d messages: %v", i, err)
			return int64(i)
		}
		if !strings.HasSuffix(string(data), newPayload(i)) {
			t.Errorf("want message %d, got %q", i, data)
			return int64(i)
		}
	}
	return int64(messages)
}
