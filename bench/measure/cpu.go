package measure

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// processTime is what /proc/PID/stat states about a process.
type processTime struct {
	parent int
	used   time.Duration // by the process
	waited time.Duration // used by its children that have ended
}

// CPUTime returns the CPU time that a process has used. Linux only.
func CPUTime(pid int) (time.Duration, error) {
	process, err := readProcessTime(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return process.used, err
}

// TreeCPUTime returns the CPU time that a process and its descendants have used, also those that have
// ended. Linux only.
func TreeCPUTime(pid int) (time.Duration, error) {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, fmt.Errorf("list the processes: %w", err)
	}
	processes := map[int]processTime{}
	for _, file := range files {
		id, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil {
			return 0, fmt.Errorf("list the processes: %w", err)
		}
		process, err := readProcessTime(file)
		if err == nil { // otherwise, it has ended
			processes[id] = process
		}
	}
	if _, ok := processes[pid]; !ok {
		return 0, fmt.Errorf("process %d does not run", pid)
	}
	var total time.Duration
	for id := range processes {
		ancestor := id
		for ancestor != pid && ancestor != 0 {
			ancestor = processes[ancestor].parent
		}
		if ancestor == pid {
			total += processes[id].used + processes[id].waited
		}
	}
	return total, nil
}

// readProcessTime reads the fields ppid, utime, stime, cutime and cstime (proc(5)). Times are in
// hundredths of a second.
func readProcessTime(file string) (processTime, error) {
	stat, err := os.ReadFile(file)
	if err != nil {
		return processTime{}, fmt.Errorf("read the CPU time: %w", err)
	}
	_, after, _ := strings.Cut(string(stat), ") ") // behind the program's name
	fields := strings.Fields(after)
	if len(fields) < 15 {
		return processTime{}, fmt.Errorf("read the CPU time: %q", stat)
	}
	var numbers [5]int
	var errs error
	for i, field := range []int{1, 11, 12, 13, 14} {
		numbers[i], err = strconv.Atoi(fields[field])
		errs = errors.Join(errs, err)
	}
	const tick = 10 * time.Millisecond
	return processTime{
		parent: numbers[0], used: time.Duration(numbers[1]+numbers[2]) * tick, waited: time.Duration(numbers[3]+numbers[4]) * tick,
	}, errs
}
