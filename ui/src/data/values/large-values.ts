/** Size in bytes from which an open record shows only the first part of a value. */
export const largeValueSize = 100_000;

/** Length in characters from which a text editor replaces the text field, whose size the browser measures at each key press. */
export const textEditorLength = 10_000;

/** Length in characters of the shown first part of a large value. */
const excerptLength = 2_000;

/** Returns the first part of a text, which does not end within a character. */
export function getExcerpt(text: string, length = excerptLength): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
