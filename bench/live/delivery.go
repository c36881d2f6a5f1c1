package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// payloadBytes is the size of a message: that of a small row.
const payloadBytes = 300

// dialer opens a websocket and joins a topic.
type dialer func(ctx context.Context, topic string) (*websocket.Conn, error)

// newBackendDialer connects to localbase, or to the bare relay in front of it.
func newBackendDialer(url, key, token string) dialer {
	return func(ctx context.Context, topic string) (*websocket.Conn, error) {
		return dialAndJoin(ctx, url+"/realtime/v1/websocket?vsn=2.0.0&apikey="+key, topic, fmt.Sprintf(`,"access_token":%q`, token), nil)
	}
}

// newProductDialer connects to Tableside as a browser.
func newProductDialer(url string, cookie http.Header) dialer {
	return func(ctx context.Context, topic string) (*websocket.Conn, error) {
		return dialAndJoin(ctx, url+"/api/realtime/websocket?vsn=2.0.0", topic, "", cookie)
	}
}

func dialAndJoin(ctx context.Context, url, topic, token string, header http.Header) (*websocket.Conn, error) {
	conn, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		return nil, err
	}
	join := fmt.Sprintf(`["1","1","realtime:%s","phx_join",{"config":{"presence":{"enabled":false}}%s}]`, topic, token)
	if err := conn.Write(ctx, websocket.MessageText, []byte(join)); err != nil {
		return nil, err
	}
	_, reply, err := conn.Read(ctx)
	if err == nil && !strings.Contains(string(reply), `"status":"ok"`) {
		err = fmt.Errorf("join: %s", reply)
	}
	return conn, err
}

// measureDelivery sends messages over one path, and returns the time of each until it
// arrives over another one.
func measureDelivery(ctx context.Context, o options, from, to dialer) ([]time.Duration, error) {
	topic := fmt.Sprintf("bench-%d", time.Now().UnixNano())
	receiver, err := to(ctx, topic)
	if err != nil {
		return nil, err
	}
	defer func() { _ = receiver.CloseNow() }()
	sender, err := from(ctx, topic)
	if err != nil {
		return nil, err
	}
	defer func() { _ = sender.CloseNow() }()
	durations := make([]time.Duration, 0, o.messages)
	received := make(chan error, 1)
	go func() {
		for range o.messages {
			_, data, err := receiver.Read(ctx)
			now := time.Now()
			if err == nil && len(data) < payloadBytes {
				err = fmt.Errorf("not a broadcast: %q", data)
			}
			if err != nil {
				received <- err
				return
			}
			sentAt := int64(binary.LittleEndian.Uint64(data[len(data)-payloadBytes:]))
			durations = append(durations, time.Duration(now.UnixNano()-sentAt))
		}
		received <- nil
	}()
	header := append([]byte{3, 1, 1, byte(len("realtime:" + topic)), 1, 0, 0}, "12realtime:"+topic+"e"...)
	ticker := time.NewTicker(o.interval)
	defer ticker.Stop()
	for range o.messages {
		<-ticker.C
		message := append(slices.Clone(header), make([]byte, payloadBytes)...)
		binary.LittleEndian.PutUint64(message[len(header):], uint64(time.Now().UnixNano()))
		if err := sender.Write(ctx, websocket.MessageBinary, message); err != nil {
			return nil, err
		}
	}
	select {
	case err := <-received:
		return durations, err
	case <-time.After(10 * time.Second):
		return nil, errors.New("messages are missing")
	}
}
