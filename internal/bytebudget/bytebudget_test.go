package bytebudget

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestALeaseFailsWhenTheBudgetIsUsedUp(t *testing.T) {
	budget := New(1 << 20)
	first, second := budget.NewLease(), budget.NewLease()
	if _, err := first.ReadAll(newZeroReader(1<<20+UncountedBytes), -1); err != nil {
		t.Fatalf("the whole budget can't be used: %v", err)
	}
	if _, err := second.ReadAll(newZeroReader(UncountedBytes), -1); err != nil {
		t.Errorf("a small body is rejected: %v", err)
	}
	if _, err := second.ReadAll(newZeroReader(UncountedBytes), -1); !errors.Is(err, ErrExhausted) {
		t.Errorf("a lease counts bytes twice as uncounted: %v", err)
	}
	first.Release()
	first.Release()
	for range 2 { // a second release must not have added to the budget
		if _, err := second.ReadAll(newZeroReader(1<<20+UncountedBytes), -1); err != nil {
			t.Errorf("released bytes are missing: %v", err)
		}
		if _, err := first.ReadAll(newZeroReader(2*UncountedBytes), -1); !errors.Is(err, ErrExhausted) {
			t.Errorf("the budget has grown: %v", err)
		}
		first.Release()
		second.Release()
	}
}

func TestReadAllReturnsTheContentInAFittingBuffer(t *testing.T) {
	for _, size := range []int{0, 1, 4095, 4096, 4097, 1 << 20} {
		content := bytes.Repeat([]byte("x"), size)
		for _, expected := range []int64{-1, 0, int64(size), int64(size) + 1000, int64(size) / 2} {
			for name, r := range map[string]io.Reader{
				"at once": bytes.NewReader(content), "half by half": iotest.HalfReader(bytes.NewReader(content)),
				"with the end": iotest.DataErrReader(bytes.NewReader(content)),
			} {
				got, err := (*Budget)(nil).NewLease().ReadAll(r, expected)
				if err != nil || !bytes.Equal(got, content) {
					t.Errorf("%d bytes %s, %d expected: %d bytes, %v", size, name, expected, len(got), err)
				}
				if expected == int64(size) && cap(got) > max(size+1, 4096) {
					t.Errorf("%d bytes %s lie in a buffer of %d", size, name, cap(got))
				}
			}
		}
	}
	failing := io.MultiReader(strings.NewReader("x"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, err := New(1).NewLease().ReadAll(failing, 2); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the reader's error is lost: %v", err)
	}
}

func newZeroReader(n int64) io.Reader { return io.LimitReader(zeroReader{}, n) }

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { return len(p), nil }
