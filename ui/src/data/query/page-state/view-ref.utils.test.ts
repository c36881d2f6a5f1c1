import { describe, expect, it } from 'vitest';
import { FilterSyntaxError } from '../filters/parse-filter';
import { formatView, gridView, parseView } from './view-ref.utils';

describe('the view in a URL', () => {
  it.each([
    ['board', { ...gridView, kind: 'board' }],
    ['board.status', { ...gridView, kind: 'board', column: 'status' }],
    ['board."a.b \\"c\\""', { ...gridView, kind: 'board', column: 'a.b "c"' }],
    ['gallery.photo', { ...gridView, kind: 'gallery', column: 'photo' }],
    [
      'calendar.due_on.week.2026-11-20',
      { kind: 'calendar', column: 'due_on', period: 'week', day: '2026-11-20' },
    ],
  ] as const)('%s is read, and written the same', (text, view) => {
    expect(parseView(text)).toEqual(view);
    expect(formatView(view)).toBe(text);
  });
  it('is empty for the grid', () => {
    expect(formatView(gridView)).toBe('');
  });
  it.each(['', 'kanban', 'board.', 'board.a.b', 'calendar.due_on.year'])('rejects “%s”', (text) => {
    expect(() => parseView(text)).toThrow(FilterSyntaxError);
  });
});
