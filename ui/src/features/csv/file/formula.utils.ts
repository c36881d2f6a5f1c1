/** What a spreadsheet would calculate; the same as in server/exportformat.go. */
const formula = /^'*([=@\t\r]|[+-][\d ().,:/-]*[^\d ().,:/-])/;

/** Whether an apostrophe was put before a text to keep spreadsheets from calculating it. */
export function isGuarded(text: string): boolean {
  return text.startsWith("'") && formula.test(text.slice(1));
}

/** A text as it was before it was made harmless. */
export function unguarded(text: string): string {
  return isGuarded(text) ? text.slice(1) : text;
}
