//go:build race

package realtime

func init() { raceDetector = true }
