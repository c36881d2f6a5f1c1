package rowvalues

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func TestOmitLargeRemovesOnlyLargeValues(t *testing.T) {
	long := strings.Repeat("x", 50)
	for _, tt := range []struct{ name, body, want string }{
		{"no rows", ` [ ] `, `[]`},
		{"small values, unchanged", "[{\"a\":1.50,\"b\":\"\\u00e9\\\"]\"},\n {\"a\":null,\"c\":[{\"d\":\"}\"}]}]", `[{"a":1.50,"b":"\u00e9\"]"},{"a":null,"c":[{"d":"}"}]}]`},
		{"the first", `[{"a":"` + long + `","b":2}]`, `[{"b":2}]`},
		{"the last", `[{"a":1,"b":"` + long + `"}]`, `[{"a":1}]`},
		{"the only one", `[{"a":"` + long + `"},{}]`, `[{},{}]`},
		{"JSON", `[{"a":{"b":["` + long + `","\"]}"]},"c":true}]`, `[{"c":true}]`},
		{"a number", `[{"a":1` + strings.Repeat("0", 50) + `,"b":2}]`, `[{"b":2}]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, body := range []io.Reader{strings.NewReader(tt.body), iotest.OneByteReader(strings.NewReader(tt.body))} {
				got, err := io.ReadAll(OmitLarge(body, 20))
				if err != nil || string(got) != tt.want {
					t.Errorf("got %s, %v; want %s", got, err, tt.want)
				}
			}
		})
	}
}

func TestExcerptsHaveTheFirstPartAndTheSize(t *testing.T) {
	body := `[{"id":7,"t":"ab\n\u0001é` + strings.Repeat("z", 30) + `","n":null,"e":"","j":{"k":[1,2,3,4,5,6,7]},"c":"1234567890123é","b":"1234567890123\n"}]`
	got, err := io.ReadAll(Excerpts(iotest.OneByteReader(strings.NewReader(body)), 15))
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"id":{"text":"7","bytes":1},"t":{"text":"ab\n\u0001ézz","bytes":36},"n":null,"e":{"text":"","bytes":0},` +
		`"j":{"text":"{\"k\":[1,2,3,4,5","bytes":21},"c":{"text":"1234567890123","bytes":15},"b":{"text":"1234567890123","bytes":14}}]`
	var gotRows, wantRows any
	if json.Unmarshal(got, &gotRows) != nil || json.Unmarshal([]byte(want), &wantRows) != nil || !reflect.DeepEqual(gotRows, wantRows) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestIncompleteBodiesAreErrors(t *testing.T) {
	whole := `[{"a":"x\"y","b":[1,{"c":null}]}]`
	for i := range whole {
		if _, err := io.ReadAll(OmitLarge(strings.NewReader(whole[:i]), 100)); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %v", whole[:i], err)
		}
	}
	for _, body := range []string{`{"a":1}`, `[1]`, `[{1:2}]`} {
		if got, err := io.ReadAll(OmitLarge(strings.NewReader(body), 100)); err == nil {
			t.Errorf("%s: %s, want an error", body, got)
		}
	}
}

func TestCopyTextDecodes(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"a text", `[{"a":"x\ny\"\\\/\u00e9\ud83d\ude00 ü"}]`, "x\ny\"\\/é😀 ü"},
		{"an empty text", `[{"a":""}]`, ""},
		{"a lone surrogate", `[{"a":"\ud83dx"}]`, "\uFFFDx"},
		{"an array", `[{"a":["x",{"b":"]"}]},{"a":1}]`, `["x",{"b":"]"}]`},
		{"a number", `[{"a":1.50}]`, "1.50"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			started := false
			err := CopyText(&out, iotest.OneByteReader(strings.NewReader(tt.body)), func() { started = true })
			if err != nil || !started || out.String() != tt.want {
				t.Errorf("got %q, %v; want %q", out.String(), err, tt.want)
			}
		})
	}
	for _, body := range []string{`[]`, `[{"a":null}]`} {
		if err := CopyText(io.Discard, strings.NewReader(body), func() { t.Error("started") }); !errors.Is(err, ErrNoValue) {
			t.Errorf("%s: %v", body, err)
		}
	}
	if err := CopyText(io.Discard, strings.NewReader(`[{"a":"x`), func() {}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("an incomplete text: %v", err)
	}
}
