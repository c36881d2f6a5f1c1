/**
 * Matches a text that a spreadsheet could take for a formula (OWASP, CSV
 * Injection), also with full-width characters, and one that was escaped. Signed
 * numbers and phone numbers don't match. The same as in server/exportformat.go.
 */
export const formulaPattern = /^'*([=@＝＠\t\r\n]|[+\-＋－][\d ().,:/-]*[^\d ().,:/-])/;

/** The text with an apostrophe before it if a spreadsheet could take it for a formula. */
export function escapeFormula(text: string): string {
  return formulaPattern.test(text) ? `'${text}` : text;
}

/** Whether `escapeFormula`, or the server's export, put an apostrophe before a text. */
export function isEscapedFormula(text: string): boolean {
  return text.startsWith("'") && formulaPattern.test(text.slice(1));
}

/** The text before it was escaped. */
export function unescapeFormula(text: string): string {
  return isEscapedFormula(text) ? text.slice(1) : text;
}
