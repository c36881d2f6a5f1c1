/**
 * Matches a text that a spreadsheet could execute as a formula (OWASP, CSV Injection), also with full-width characters,
 * and a text that was escaped. Signed numbers and phone numbers do not match. server/export_format.go has the same
 * pattern.
 */
export const formulaPattern = /^'*([=@＝＠\t\r\n]|[+\-＋－][\d ().,:/-]*[^\d ().,:/-])/;

/** Returns the text with an apostrophe before it if a spreadsheet could execute it as a formula. */
export function escapeFormula(text: string): string {
  return formulaPattern.test(text) ? `'${text}` : text;
}

/** Whether a text has the apostrophe that `escapeFormula` or the server's export adds. */
export function isEscapedFormula(text: string): boolean {
  return text.startsWith("'") && formulaPattern.test(text.slice(1));
}

/** Returns the text without the apostrophe of `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return isEscapedFormula(text) ? text.slice(1) : text;
}
