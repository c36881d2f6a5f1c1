package actions

// iconNames are the Lucide icons that the app contains for actions
// (ui/src/table/actions/action-icon.tsx).
var iconNames = []string{
	"archive", "ban", "bell", "box", "calculator", "calendar", "calendar-check", "calendar-clock",
	"chart-column", "check", "circle-check", "circle-play", "clock", "copy", "credit-card",
	"download", "file-spreadsheet", "file-text", "file-up", "flag", "flame", "globe", "mail",
	"map-pin", "package", "package-check", "package-plus", "percent", "phone", "play", "printer",
	"receipt", "refresh-cw", "rotate-ccw", "route", "search", "send", "sparkles", "star", "tag",
	"trash-2", "truck", "undo-2", "upload", "user-plus", "users", "wrench", "x", "zap",
}
