package relay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"
)

const (
	// maxSealAge limits how long a sealed payload is valid. It is the maximum age of a
	// presence, too: the app tracks again when the user moves.
	maxSealAge = 24 * time.Hour
	// maxClockDifference is the maximum difference between the clocks of two replicas.
	maxClockDifference = 5 * time.Minute
)

// Sealer signs the payloads that a relay sends with the user of a session, so that a relay
// recognizes payloads that did not pass a relay: users can also connect to the backend
// directly, and send any name. All replicas must have the same keys.
type Sealer struct {
	keys [][]byte // the first one signs
	now  func() time.Time
}

// NewSealer returns a sealer. keys must not be empty.
func NewSealer(keys [][]byte, now func() time.Time) *Sealer { return &Sealer{keys: keys, now: now} }

// sealed is a signed payload. It contains the payload as text, because the backend encodes
// JSON again.
type sealed struct {
	Text string `json:"sealed"`
	At   int64  `json:"at"` // Unix seconds
	Seal string `json:"seal"`
}

// seal signs a payload for one use: an event of a topic.
func (s *Sealer) seal(event, topic string, payload json.RawMessage) json.RawMessage {
	message := sealed{Text: string(payload), At: s.now().Unix()}
	message.Seal = base64.RawURLEncoding.EncodeToString(message.sign(s.keys[0], event, topic))
	return encodeJSON(message)
}

// open returns the payload of a sealed message. ok is false if it was not sealed for this
// use.
func (s *Sealer) open(event, topic string, message sealed) (payload json.RawMessage, ok bool) {
	seal, err := base64.RawURLEncoding.DecodeString(message.Seal)
	if err != nil {
		return nil, false
	}
	for _, key := range s.keys {
		if hmac.Equal(seal, message.sign(key, event, topic)) {
			return json.RawMessage(message.Text), true
		}
	}
	return nil, false
}

// isCurrent reports whether a sealed message is not too old.
func (s *Sealer) isCurrent(message sealed) bool {
	age := s.now().Sub(time.Unix(message.At, 0))
	return -maxClockDifference <= age && age <= maxSealAge
}

// sign returns the HMAC-SHA256 of an event, a topic, and the time and text of the message. A length
// precedes each part, so that text cannot move from one part to the next without a change of the HMAC.
func (m sealed) sign(key []byte, event, topic string) []byte {
	mac := hmac.New(sha256.New, key)
	for _, part := range []string{event, topic, fmt.Sprint(m.At), m.Text} {
		fmt.Fprintf(mac, "%d:%s", len(part), part)
	}
	return mac.Sum(nil)
}
