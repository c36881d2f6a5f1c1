//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// processUser is the operating system user that runs the child processes.
type processUser struct {
	name       string
	uid, gid   int
	isSwitched bool // this process is root, and the user is not
}

// findProcessUser returns the user for a cluster at pgdata, which can be missing: this process's
// user, the owner of the cluster, postgres or nobody.
func findProcessUser(pgdata string) (processUser, error) {
	if os.Geteuid() != 0 {
		return processUser{name: strconv.Itoa(os.Geteuid()), uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	if info, err := os.Stat(pgdata); err == nil {
		if uid, gid := getOwner(info); uid != 0 {
			return processUser{name: userName(uid), uid: uid, gid: gid, isSwitched: true}, nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		account, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.Atoi(account.Uid)
		gid, errGID := strconv.Atoi(account.Gid)
		if errUID == nil && errGID == nil && uid != 0 {
			return processUser{name: name, uid: uid, gid: gid, isSwitched: true}, nil
		}
	}
	return processUser{}, errors.New("PostgreSQL does not run as root, and this machine has no user postgres or nobody to run it")
}

// userName returns the name of a user, or the uid if it has none.
func userName(uid int) string {
	if account, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return account.Username
	}
	return strconv.Itoa(uid)
}

// newCommand returns a command that runs as this user in dir. Its environment contains no PGDATA,
// PGPORT or similar variables, which are for other servers.
func (u processUser) newCommand(ctx context.Context, dir, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/", "LC_MESSAGES=C", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if u.isSwitched {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(u.uid), Gid: uint32(u.gid)}
	}
	return cmd
}

// canEnter reports whether the user can enter dir. It runs "postgres --version" of b in dir,
// because the permission bits of dir do not show ACLs and parent folders. It returns true if the
// user is not switched.
func (u processUser) canEnter(ctx context.Context, dir string, b binaries) (bool, error) {
	if !u.isSwitched {
		return true, nil
	}
	err := u.newCommand(ctx, dir, b.postgres(), "--version").Run()
	if errors.Is(err, fs.ErrPermission) {
		return false, nil
	}
	return err == nil, err
}

// chown makes the user the owner of path.
func (u processUser) chown(path string) error {
	if !u.isSwitched {
		return nil
	}
	return os.Chown(path, u.uid, u.gid)
}

// getOwner returns the ids of the user and the group that own a file.
func getOwner(info fs.FileInfo) (uid, gid int) {
	stat := info.Sys().(*syscall.Stat_t) // always true on Unix
	return int(stat.Uid), int(stat.Gid)
}

// checkOwnership returns an error if another user owns dir or can write to it.
func checkOwnership(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if uid, _ := getOwner(info); uid != os.Geteuid() || !info.IsDir() || info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s must be a folder that belongs to user %d and that no other user can write", dir, os.Geteuid())
	}
	return nil
}
