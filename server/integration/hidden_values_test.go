//go:build unix

package integration

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
)

// Number of random changes, without and with -short.
const (
	hiddenValueChanges      = 100_000
	hiddenValueChangesShort = 1_000
)

const (
	// readDelay is the maximum time between a message and the read of a page that shows the table.
	readDelay         = 250 * time.Millisecond
	heartbeatInterval = 15 * time.Second
)

var valuePattern = regexp.MustCompile(`t\d{7}q`)

// A value that the policies hide from a user never reaches the user's browser: neither in the frames of
// the relay nor in the rows that the page reads. Afterwards the page shows what a fresh read
// returns. SEED repeats a run. With -short, each run makes the same changes.
func TestHiddenValuesNeverCrossTheWire(t *testing.T) {
	seed := uint64(1)
	if !testing.Short() {
		seed = uint64(time.Now().UnixNano())
	}
	if text := os.Getenv("SEED"); text != "" {
		seed, _ = strconv.ParseUint(text, 10, 64)
	}
	t.Logf("SEED=%d", seed)
	w := &liveWorld{t: t, random: rand.New(rand.NewPCG(seed, 0)), members: map[[2]int]bool{}, readers: map[string]uint{}}
	w.installTables()
	viewers := w.connectViewers()

	total := hiddenValueChanges
	if testing.Short() {
		total = hiddenValueChangesShort
	}
	for w.changes < total && !t.Failed() { // a lost connection fails the test
		// A change of a team sends no message about the rows that it shows or hides: later ones do.
		w.change(w.changes < total*3/4)
	}
	if _, err := w.conn.Exec(t.Context(), `insert into public.live_marker_a values (1)`); err != nil {
		t.Fatal(err)
	}
	if _, err := w.conn.Exec(t.Context(), `insert into public.live_marker_b values (1)`); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, viewer := range viewers {
		found += viewer.check()
	}
	if found == 0 {
		t.Error("no viewer has received any value")
	}
	t.Logf("%d changes, %d values; the viewers received %d values that they could read", w.changes, w.values, found)
}

// installTables creates the tables, and drops them when the test ends.
func (w *liveWorld) installTables() {
	w.t.Helper()
	run := func(sql string) {
		w.t.Helper()
		if err := base.RunSQL(context.WithoutCancel(w.t.Context()), "hidden_values.sql", sql); err != nil {
			w.t.Fatal(err)
		}
	}
	tables, sql, triggered := createLiveTables()
	live, err := schema.LiveSQL(triggered)
	if err != nil {
		w.t.Fatal(err)
	}
	var drop strings.Builder
	for _, table := range tables {
		drop.WriteString("drop table if exists public." + table.name + ";")
	}
	drop.WriteString(`drop table if exists public.live_members, public.live_marker_a, public.live_marker_b;`)
	w.t.Cleanup(func() {
		run(drop.String() + `drop policy "Tableside users receive messages about tables that they can read" on realtime.messages;
			drop policy "Tableside users share where they are in tables that they can read" on realtime.messages;
			drop function public.tableside_live(), public.tableside_live_topic(text, text), public.tableside_may_join(text);
			notify pgrst, 'reload schema';`)
	})
	run(drop.String() + sql + live + `notify pgrst, 'reload schema';`)
	w.tables, w.conn = tables, connectDatabase(w.t)
}

// liveViewer is a browser whose page shows all tables.
type liveViewer struct {
	*liveWorld
	index  int
	client *testClient
	socket *socket
	frames []string         // all, after received is closed
	bodies []string         // all that were read, after done is closed
	shown  map[string][]row // by table: the rows of the last read

	mu      sync.Mutex
	changed map[string]bool // tables that were reported since the last read

	received, done chan struct{} // closed after the last frame, and after the last read
}

func (w *liveWorld) connectViewers() []*liveViewer {
	w.t.Helper()
	p := startServer(w.t, func(o *server.Options) { o.RealtimeQueueBytes, o.RealtimeMessagesPerSecond = 64<<20, 1_000 })
	viewers := make([]*liveViewer, viewerCount)
	for i := range viewers {
		client := p.newGuest()
		switch i {
		case staffViewer:
			client.signInAs("staff")
		case customerViewer:
			client.signInAs("viewer")
		default:
			client.signUp(fmt.Sprintf("hidden-values-%d-%d", i, time.Now().UnixNano()))
		}
		w.users = append(w.users, client.fetchUser().ID)
		viewers[i] = &liveViewer{liveWorld: w, index: i, client: client, socket: client.connect(), shown: map[string][]row{},
			changed: map[string]bool{}, received: make(chan struct{}), done: make(chan struct{})}
	}
	for _, viewer := range viewers {
		viewer.joinTables()
		go viewer.receive()
		go viewer.refresh()
	}
	return viewers
}

func (v *liveViewer) joinTables() {
	v.t.Helper()
	join := func(table string, isPublished bool) {
		if isPublished {
			v.socket.joinChanges("tableside:table:public:"+table, table)
		} else {
			v.socket.join("tableside:table:public:"+table, `{"private":true}`)
		}
	}
	for _, table := range v.tables {
		if table.isReadable(v.index) {
			join(table.name, table.isPublished)
			continue
		}
		v.socket.send(`["1","` + table.name + `","realtime:tableside:table:public:` + table.name + `","phx_join",{"config":{"private":true}}]`)
		v.socket.expect(`"`+table.name+`"`, `"phx_reply"`, `"error"`, "Unauthorized")
	}
	join("live_marker_a", true)
	join("live_marker_b", false)
}

// receive reads frames until both markers have arrived.
func (v *liveViewer) receive() {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	defer cancel()
	defer close(v.received)
	topic := regexp.MustCompile(`"?realtime:tableside:table:public:(live_\w+?)"`)
	for seen := map[string]bool{}; !seen["live_marker_a"] || !seen["live_marker_b"]; {
		_, data, err := v.socket.conn.Read(ctx)
		if err != nil {
			v.t.Errorf("viewer %d: %v", v.index, err)
			return
		}
		frame := string(data)
		v.frames = append(v.frames, frame)
		isChange := strings.Contains(frame, `"postgres_changes"`) || strings.Contains(frame, `"changed"`) || strings.HasPrefix(frame, "\x04")
		if name := topic.FindStringSubmatch(frame); isChange && name != nil && !strings.Contains(frame, "phx_reply") {
			seen[name[1]] = true
			v.mu.Lock()
			v.changed[name[1]] = true
			v.mu.Unlock()
		}
	}
}

// refresh reads changed tables again, some time after their messages, as a page does. It sends
// heartbeats.
func (v *liveViewer) refresh() {
	defer close(v.done)
	timer := time.NewTicker(readDelay)
	defer timer.Stop()
	heartbeatAt := time.Now()
	for isOpen := true; isOpen; {
		select {
		case <-v.received:
			isOpen = false
		case <-timer.C:
		}
		if time.Since(heartbeatAt) > heartbeatInterval && isOpen {
			heartbeatAt = time.Now()
			_ = v.socket.conn.Write(context.Background(), websocket.MessageText, []byte(`[null,"hb","phoenix","heartbeat",{}]`))
		}
		v.mu.Lock()
		changed := v.changed
		v.changed = map[string]bool{}
		v.mu.Unlock()
		for _, table := range v.tables {
			if changed[table.name] {
				v.shown[table.name] = v.read(table)
			}
		}
	}
}

func (v *liveViewer) read(table *liveTableOf) []row {
	columns := "n,owner,team,code,open,secret"
	if table.hidesColumn {
		columns = "n,owner,open"
	}
	response := v.client.send("GET", rowsPath(table.name, "select", columns, "order", "n"), "")
	if response.StatusCode != 200 {
		v.t.Errorf("viewer %d reads %s: %d %s", v.index, table.name, response.StatusCode, response.body)
		return nil
	}
	v.bodies = append(v.bodies, response.body)
	return decodeRows(v.t, response.body)
}

// check reports values that the viewer could never read, and differences between the shown rows
// and a fresh read. It returns the number of received values.
func (v *liveViewer) check() (found int) {
	v.t.Helper()
	<-v.done
	bit := uint(1) << v.index
	for _, text := range slices.Concat(v.frames, v.bodies) {
		for _, value := range valuePattern.FindAllString(text, -1) {
			found++
			if v.readers[value]&bit == 0 {
				v.t.Fatalf("viewer %d received the hidden value %s: %s", v.index, value, text)
			}
		}
	}
	for _, table := range v.tables {
		if !table.isReadable(v.index) {
			continue
		}
		v.compare(table, v.shown[table.name], v.read(table))
	}
	return found
}

// compare checks that the page shows what a fresh read returns. If the table is published, the backend
// reports neither an update that hides a row nor a TRUNCATE: such rows can still be shown.
func (v *liveViewer) compare(table *liveTableOf, shown, fresh []row) {
	v.t.Helper()
	byNumber := func(rows []row) map[string]string {
		texts := map[string]string{}
		for _, r := range rows {
			texts[string(r["n"])] = fmt.Sprintf("%s", r)
		}
		return texts
	}
	shownRows, freshRows := byNumber(shown), byNumber(fresh)
	for n, text := range freshRows {
		if shownRows[n] != text {
			v.t.Errorf("viewer %d, %s, row %s: shown %q, stored %q", v.index, table.name, n, shownRows[n], text)
		}
	}
	for n := range shownRows {
		if _, isStored := freshRows[n]; isStored {
			continue
		}
		number, err := strconv.Atoi(n)
		if err != nil {
			v.t.Fatal(err)
		}
		isHidden := slices.ContainsFunc(table.rows, func(r *liveRow) bool { return r.n == number })
		if !table.isPublished || !isHidden && !table.truncated[number] {
			v.t.Errorf("viewer %d, %s: row %d is shown, but does not exist or is hidden", v.index, table.name, number)
		}
	}
}
