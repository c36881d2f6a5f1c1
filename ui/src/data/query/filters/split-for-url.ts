/** Maximum length of the values in the filters of a request, in characters. It limits the length of the URL. */
const maxValuesLength = 3_000;

/** The length of the operator, quotes and separators of a value, in characters. */
const syntaxLength = 24;

/** Splits items into parts whose values, which `listValues` returns, fit into the filters of a request. */
export function* splitForURL<T>(
  items: readonly T[],
  listValues: (item: T) => readonly string[],
): Generator<readonly T[]> {
  let part: T[] = [];
  let length = 0;
  for (const item of items) {
    const added = listValues(item).reduce(
      (sum, value) => sum + encodeURIComponent(value).length + syntaxLength,
      0,
    );
    if (part.length > 0 && length + added > maxValuesLength) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(item);
    length += added;
  }
  if (part.length > 0) yield part;
}
