import { describe, expect, it } from 'vitest';
import { countTextRows } from './textarea.utils';

describe('countTextRows', () => {
  it.each([
    ['nothing', undefined, 2],
    ['an empty text', '', 2],
    ['a short line', 'Leave at the back door', 2],
    ['lines, empty ones too', 'a\n\nb\n', 4],
    ['a line that wraps', 'x'.repeat(200), 4],
    ['a very long text', 'x'.repeat(3000), 16],
    ['very many lines', '\n'.repeat(100_000), 16],
  ])('counts %s', (_, value, rows) => {
    expect(countTextRows(value)).toBe(rows);
  });
});
