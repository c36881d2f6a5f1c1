package localbase

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tableside/tableside/localbase/pgtest"
)

func TestAFullDiskIsExplained(t *testing.T) {
	for _, test := range []struct {
		err  error
		full bool
	}{
		{errors.New(`initdb: exit status 1: FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device`), true},
		{fmt.Errorf("write secrets: %w", &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}), true},
		{errors.New("port 5432 is in use"), false},
	} {
		got := explainFullDisk(test.err, "/data")
		if strings.Contains(got.Error(), "the disk of the data folder /data is full") != test.full || !errors.Is(got, test.err) {
			t.Errorf("got %v", got)
		}
	}
	if err := explainFullDisk(nil, "/data"); err != nil {
		t.Errorf("got %v for nil", err)
	}
}

// Each size is full at a different step: initdb, the demo's rows, the demo's files.
func TestStartReportsFullDisk(t *testing.T) {
	for _, megabytes := range []int{1, 30, 45} {
		t.Run(fmt.Sprint(megabytes), func(t *testing.T) {
			disk := pgtest.SmallDisk(t, megabytes<<20)
			b, err := Start(context.Background(), Options{DataDir: filepath.Join(disk, "data"), Demo: true, DemoReadings: 100_000})
			if err == nil {
				_ = b.Close(context.Background())
				t.Fatal("the start succeeded")
			}
			if !strings.Contains(err.Error(), "is full; free some space") {
				t.Errorf("got %v", err)
			}
		})
	}
}
