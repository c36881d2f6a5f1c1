//go:build race

package realtime

func init() { hasRaceDetector = true }
