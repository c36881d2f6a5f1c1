/** Size in bytes from which an open record shows only the first part of a value. */
export const largeValueSize = 100_000;

/** Length in UTF-16 code units from which a text editor replaces the text field, whose size the browser measures at each key press. */
export const textEditorLength = 10_000;

/** Maximum length of the shown first part of a large value, in UTF-16 code units. */
const excerptLength = 2_000;

/** Returns up to `length` UTF-16 code units from the start of a text, or one less, so that it does not split a surrogate pair. Adds no ellipsis. */
export function getExcerpt(text: string, length = excerptLength): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
