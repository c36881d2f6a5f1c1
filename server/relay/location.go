package relay

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
)

// locationsField is the member of presences and broadcasts on presence topics that contains
// the Locations of a browser's tabs. Only relays can read it.
const locationsField = "locations"

// maxLocations is the maximum number of locations in a payload.
const maxLocations = 20

const errInvalidLocations = Rejection("locations must be a list of at most 20 locations")

// Location is where a tab of a user is in the table of a presence topic.
type Location struct {
	Tab    string     `json:"tab,omitempty"`
	Record []KeyValue `json:"record,omitempty"` // the key of the open or edited record
	IsOpen bool       `json:"isOpen,omitempty"` // the record is open, not only edited in a cell
	Column string     `json:"column,omitempty"` // that the user edits
	View   string     `json:"view,omitempty"`   // the view in the page's URL, without filters
	// Filters is the number of filters of the view. Their values are not shared: they can
	// come from rows that others cannot read.
	Filters int `json:"filters,omitempty"`
	// ViewColumns are the columns that View names.
	ViewColumns []string `json:"viewColumns,omitempty"`
	Next        *Table   `json:"next,omitempty"` // the table to which the tab has moved
}

// KeyValue is the value of a column of a record's key.
type KeyValue struct {
	Column string `json:"column"`
	Value  string `json:"value"`
}

// Table is the name of a table.
type Table struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
}

// preparePayload returns the payload of a client's presence or broadcast on the topic `to` (full name: name) with the
// user of the session, and on presence topics with encrypted locations. It returns an error, whose text the client
// receives, for a payload of more than maxBytes, one that is not an object, or invalid locations.
func (f *Filter) preparePayload(to topic, name string, payload json.RawMessage, maxBytes int) (json.RawMessage, error) {
	filled, err := f.fillUser(payload, maxBytes)
	if err != nil || to.kind != presenceTopic {
		return filled, err
	}
	fields, err := parseFields(filled, "payload")
	if err != nil || isMissing(fields[locationsField]) {
		return filled, err
	}
	var locations []Location
	if json.Unmarshal(fields[locationsField], &locations) != nil || len(locations) > maxLocations {
		return nil, errInvalidLocations
	}
	fields[locationsField] = encodeJSON(f.sealer.encrypt(name, encodeJSON(locations)))
	return encodeJSON(fields), nil
}

// openLocations decrypts the locations in a payload from the presence topic `name`, and replaces them by the parts that
// the user of this connection can see (Options.FilterLocation). Locations that cannot be decrypted become an empty list.
// It returns the payload of another topic, or one without locations, unchanged.
func (f *Filter) openLocations(name string, payload json.RawMessage) json.RawMessage {
	of, err := parseTopic(name)
	if err != nil || of.kind != presenceTopic {
		return payload
	}
	fields, err := parseFields(payload, "payload")
	if err != nil || isMissing(fields[locationsField]) {
		return payload
	}
	var text string
	var locations []Location
	_ = json.Unmarshal(fields[locationsField], &text) // "" is not valid
	if plain, ok := f.sealer.decrypt(name, text); ok {
		_ = json.Unmarshal(plain, &locations) // a relay has encoded it
	}
	visible := []Location{}
	for _, location := range locations {
		filtered := f.filterLocation(of.schema, of.table, location)
		if location.Next != nil && filtered.Next == nil {
			continue // the tab has left for a table that the user cannot see
		}
		visible = append(visible, filtered)
	}
	fields[locationsField] = encodeJSON(visible)
	return encodeJSON(fields)
}

// encrypt returns plain encrypted with AES-256-GCM and bound to the topic, in base64url. Only relays with the same key
// can read it: the backend and other clients receive it unchanged.
func (s *Sealer) encrypt(topic string, plain []byte) string {
	aead := newLocationCipher(s.keys[0])
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never returns an error
	return base64.RawURLEncoding.EncodeToString(aead.Seal(nonce, nonce, plain, []byte(topic)))
}

// decrypt returns the text `plain` that was passed to encrypt of any relay with one of the sealer's keys. ok is false if
// the text is not base64url, was encrypted for another topic or with another key, or was changed.
func (s *Sealer) decrypt(topic, text string) (plain []byte, ok bool) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, false
	}
	for _, key := range s.keys {
		aead := newLocationCipher(key)
		if len(data) < aead.NonceSize() {
			return nil, false
		}
		nonce, sealed := data[:aead.NonceSize()], data[aead.NonceSize():]
		if plain, err = aead.Open(nil, nonce, sealed, []byte(topic)); err == nil {
			return plain, true
		}
	}
	return nil, false
}

// newLocationCipher returns AES-256-GCM with a key that is derived from a sealer's key.
func newLocationCipher(key []byte) cipher.AEAD {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("tableside relay locations 1"))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		panic(err) // the key has the right size
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err) // AES has the right block size
	}
	return aead
}
