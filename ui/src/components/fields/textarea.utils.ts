const fewest = 2;
const most = 16;

/** Characters that fit into a line of a field of usual width. */
const lineLength = 60;

/** About how many lines a field needs for a text. */
export function rowsOf(value: unknown): number {
  if (typeof value !== 'string') return fewest;
  const lines = value.split('\n', most).map((line) => Math.max(1, Math.ceil(line.length / lineLength)));
  return Math.min(
    most,
    Math.max(
      fewest,
      lines.reduce((sum, each) => sum + each, 0),
    ),
  );
}
