package relay

import (
	"net/url"
	"strings"
)

// topicPrefix is the prefix of each topic of a channel. The backend removes it: a topic
// in a policy or in realtime.send() has no prefix.
const topicPrefix = "realtime:"

// appPrefix is the prefix of the names of the app's own topics.
const appPrefix = "tableside:"

// maxChannelName is the maximum number of characters of a user channel's name.
const maxChannelName = 100

// topicKind determines what a client can send to a topic.
type topicKind int

const (
	userChannel   topicKind = iota // opened by name
	tableTopic                     // messages of the database: clients only receive
	presenceTopic                  // users on a table, view or record
	commentsTopic                  // conversation on a record
)

// topicKinds are the kinds of the app's topics, by their name.
var topicKinds = map[string]topicKind{"table": tableTopic, "presence": presenceTopic, "comments": commentsTopic}

// topic is a topic that clients can join.
type topic struct {
	kind          topicKind
	schema, table string // "" for a user channel
}

// isSealed reports whether the relay seals what clients send to a topic.
func (t topic) isSealed() bool { return t.kind == presenceTopic || t.kind == commentsTopic }

const errTopicNotAllowed = Rejection("Unauthorized: Tableside does not relay this topic")

// parseTopic parses a topic. Allowed are:
//
//	realtime:tableside:table:SCHEMA:TABLE
//	realtime:tableside:presence:SCHEMA:TABLE[:MORE]
//	realtime:tableside:comments:SCHEMA:TABLE[:MORE]
//	realtime:NAME  a user channel: 1 to 100 characters; any other name
//
// All characters must be printable ASCII, because realtime-js writes the topic of a binary
// frame with one byte for each character. Other characters, and the colon, of a schema or
// a table must be percent-encoded (encodeURIComponent).
func parseTopic(name string) (topic, error) {
	rest, hasPrefix := strings.CutPrefix(name, topicPrefix)
	isPrintable := !strings.ContainsFunc(rest, func(r rune) bool { return r < ' ' || r > '~' })
	if !hasPrefix || !isPrintable || len(name) > maxFieldBytes {
		return topic{}, errTopicNotAllowed
	}
	app, isApp := strings.CutPrefix(rest, appPrefix)
	if !isApp {
		if rest == "" || len(rest) > maxChannelName || strings.TrimSpace(rest) != rest {
			return topic{}, errTopicNotAllowed
		}
		return topic{kind: userChannel}, nil
	}
	parts := strings.SplitN(app, ":", 4)
	kind, isKnown := topicKinds[parts[0]]
	if !isKnown || len(parts) < 3 || kind == tableTopic && len(parts) > 3 {
		return topic{}, errTopicNotAllowed
	}
	schema, schemaErr := url.PathUnescape(parts[1])
	table, tableErr := url.PathUnescape(parts[2])
	if schemaErr != nil || tableErr != nil || schema == "" || table == "" {
		return topic{}, errTopicNotAllowed
	}
	return topic{kind: kind, schema: schema, table: table}, nil
}
