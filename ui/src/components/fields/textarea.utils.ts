const minRows = 2;
const maxRows = 16;

/** The number of characters in a line of a field with the usual width. */
const lineLength = 60;

/** Estimates how many lines a field needs for a text. */
export function countTextRows(value: unknown): number {
  if (typeof value !== 'string') return minRows;
  const lines = value.split('\n', maxRows).map((line) => Math.max(1, Math.ceil(line.length / lineLength)));
  return Math.min(
    maxRows,
    Math.max(
      minRows,
      lines.reduce((sum, each) => sum + each, 0),
    ),
  );
}
