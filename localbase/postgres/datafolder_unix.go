//go:build unix

package postgres

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// removeTempSocket deletes the temporary socket folder of a killed process.
func removeTempSocket(dir string) {
	address, err := readAddress(dir)
	if err != nil {
		return // no address was stored
	}
	if filepath.Dir(address.SocketDir) == filepath.Clean(os.TempDir()) && strings.HasPrefix(filepath.Base(address.SocketDir), "tableside-") {
		os.RemoveAll(address.SocketDir)
	}
}

// FindRunning returns the address of the server that another process runs on dir, or ErrNotRunning
// if no server accepts connections.
func FindRunning(dir string) (Address, error) {
	address, err := readAddress(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Address{}, fmt.Errorf("%w: %s", ErrNotRunning, dir)
	}
	if err != nil {
		return Address{}, err
	}
	conn, err := net.Dial("unix", address.socketPath())
	if err != nil { // a killed process left the address
		return Address{}, fmt.Errorf("%w: %s: %w", ErrNotRunning, dir, err)
	}
	conn.Close()
	return address, nil
}

// RemoveData deletes the data of this package in dir, the entries of dir with the names others, and
// dir itself if it is then empty. It returns ErrInUse if a process uses dir.
func RemoveData(dir string, others ...string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("resolve data folder: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, lockName)); errors.Is(err, fs.ErrNotExist) {
		return nil // dir is not a data folder, or contains no data
	}
	lock, err := openDataDir(dir)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := stopOrphan(filepath.Join(dir, clusterName), 10*time.Second); err != nil {
		return err
	}
	removeTempSocket(dir)
	paths := []string{clusterName, socketName, addressName}
	if home, err := os.Readlink(filepath.Join(dir, clusterName)); err == nil && filepath.Dir(filepath.Dir(home)) == fallbackRoot {
		paths = append(paths, filepath.Dir(home))
	}
	incomplete, _ := filepath.Glob(filepath.Join(dir, newClusterPrefix+"*")) // if dir contains pattern characters, this can miss folders, which the next start deletes
	paths = append(append(paths, incomplete...), others...)
	for _, path := range append(paths, lockName) {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if err := os.RemoveAll(path); err != nil {
			return fmt.Errorf("delete data: %w", err)
		}
	}
	_ = os.Remove(dir) // fails if the folder contains other files
	return nil
}

// openDataDir creates dir if necessary and locks it for this process. The kernel releases the lock
// when the process ends, also after kill -9.
func openDataDir(dir string) (lock *os.File, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create data folder: %w", err)
	}
	if os.Geteuid() == 0 {
		if err := allowTraversal(dir); err != nil {
			return nil, fmt.Errorf("create data folder: %w", err)
		}
	}
	lock, err = os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock data folder: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w: another Tableside process uses %s; stop it, or set TABLESIDE_DATA to another folder", ErrInUse, dir)
		}
		return nil, fmt.Errorf("lock data folder: %w", err)
	}
	return lock, nil
}

// allowTraversal allows the database's user, which is not root, to enter a new data folder. It does
// not change a folder with content, which can contain files of another user.
func allowTraversal(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		return err
	}
	return os.Chmod(dir, 0o711)
}

// writeAddress stores the server's address for other processes of the same user.
func writeAddress(dir string, address Address) error {
	data, err := json.Marshal(address)
	if err != nil {
		return fmt.Errorf("write the database's address: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, addressName), data, 0o600); err != nil {
		return fmt.Errorf("write the database's address: %w", err)
	}
	return nil
}

// readAddress reads the address that writeAddress stored.
func readAddress(dir string) (Address, error) {
	var address Address
	data, err := os.ReadFile(filepath.Join(dir, addressName))
	if err != nil {
		return address, fmt.Errorf("read the database's address: %w", err)
	}
	if err := json.Unmarshal(data, &address); err != nil {
		return address, fmt.Errorf("read the database's address: %w", err)
	}
	return address, nil
}
