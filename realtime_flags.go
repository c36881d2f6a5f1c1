package main

import (
	"fmt"
	"time"

	"github.com/tableside/tableside/server"
)

// minLocalbaseConnections is the minimum number of websockets that the embedded localbase
// accepts. Other programs connect to it too.
const minLocalbaseConnections = 500

// realtimeFlags are the limits of the realtime relay.
type realtimeFlags struct {
	RealtimeConnections        int           `env:"TABLESIDE_REALTIME_CONNECTIONS" default:"1000" help:"Maximum number of websockets for live updates; others get 503. A hosted project accepts 200 (free) or 500 (pro)."`
	RealtimeConnectionsPerUser int           `env:"TABLESIDE_REALTIME_CONNECTIONS_PER_USER" default:"20" help:"Maximum number of these for one user; others get 429."`
	RealtimeChannels           int           `env:"TABLESIDE_REALTIME_CHANNELS" default:"100" help:"Maximum number of channels that a websocket joins. A hosted project accepts 100."`
	RealtimeMessagesPerSecond  int           `env:"TABLESIDE_REALTIME_MESSAGES_PER_SECOND" default:"50" help:"Maximum number of messages of a browser per second, with bursts of five seconds; a browser that sends more is disconnected."`
	RealtimeMessageBytes       int           `env:"TABLESIDE_REALTIME_MESSAGE_BYTES" default:"262144" help:"Maximum size of a broadcast in bytes. A hosted project accepts 262144 (free) or 3145728 (pro)."`
	RealtimeQueueBytes         int           `env:"TABLESIDE_REALTIME_QUEUE_BYTES" default:"1048576" help:"Maximum size of the messages that a browser has not read, in bytes; a browser that reads too slowly is disconnected. All browsers together: TABLESIDE_BUFFER_BYTES."`
	RealtimeIdleTimeout        time.Duration `env:"TABLESIDE_REALTIME_IDLE_TIMEOUT" default:"60s" help:"A browser that sends nothing for this time, not even its heartbeat each 25 seconds, is disconnected. At least 30s."`
}

// check rejects invalid limits.
func (f *realtimeFlags) check() error {
	for _, setting := range []struct {
		name           string
		value, minimum int
	}{
		{"TABLESIDE_REALTIME_CONNECTIONS", f.RealtimeConnections, 1},
		{"TABLESIDE_REALTIME_CONNECTIONS_PER_USER", f.RealtimeConnectionsPerUser, 1},
		{"TABLESIDE_REALTIME_CHANNELS", f.RealtimeChannels, 1},
		{"TABLESIDE_REALTIME_MESSAGES_PER_SECOND", f.RealtimeMessagesPerSecond, 1},
		{"TABLESIDE_REALTIME_MESSAGE_BYTES", f.RealtimeMessageBytes, 1024},
		{"TABLESIDE_REALTIME_QUEUE_BYTES", f.RealtimeQueueBytes, 1024},
	} {
		if setting.value < setting.minimum {
			return fmt.Errorf("%s is %d: it must be at least %d", setting.name, setting.value, setting.minimum)
		}
	}
	if f.RealtimeIdleTimeout < 30*time.Second {
		return fmt.Errorf("TABLESIDE_REALTIME_IDLE_TIMEOUT is %s: it must be at least 30s, because a browser sends a heartbeat each 25 seconds", f.RealtimeIdleTimeout)
	}
	return nil
}

// apply sets the limits in the options of a server.
func (f *realtimeFlags) apply(to *server.Options) {
	to.RealtimeConnections, to.RealtimeConnectionsPerUser = f.RealtimeConnections, f.RealtimeConnectionsPerUser
	to.RealtimeChannels, to.RealtimeMessagesPerSecond = f.RealtimeChannels, f.RealtimeMessagesPerSecond
	to.RealtimeMessageBytes, to.RealtimeQueueBytes = f.RealtimeMessageBytes, f.RealtimeQueueBytes
	to.RealtimeIdleTimeout = f.RealtimeIdleTimeout
}
