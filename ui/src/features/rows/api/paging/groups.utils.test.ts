import { describe, expect, it } from 'vitest';
import { makeColumn } from '../../testing/fixtures';
import { formatNested } from '../address/filters.utils';
import {
  allClosed,
  type ClosedGroups,
  formatClosed,
  groupedOrder,
  headAt,
  indexOfRow,
  knownClosed,
  layoutGroups,
  noneClosed,
  openFilter,
  parseClosed,
  rowIndexAt,
  toggledGroup,
} from './groups.utils';

describe('closed groups', () => {
  it('are no longer those of values that an enum has lost', () => {
    const status = makeColumn('status', 'enum', { enum: ['draft', 'done'] });
    const closed = { allBut: false, values: ['gone', 'done', null] };
    expect(knownClosed(status, closed)).toEqual({ allBut: false, values: ['done', null] });
    expect(knownClosed(makeColumn('note', 'text'), closed)).toBe(closed);
  });

  it.each<[closed: ClosedGroups, text: string, filter: string | undefined]>([
    [noneClosed, 'in.()', undefined],
    [allClosed, 'not.in.()', 's.in.()'],
    [{ allBut: false, values: ['a', 'b c'] }, 'in.(a,"b c")', 'or(s.not.in.(a,"b c"),s.is.null)'],
    [{ allBut: false, values: ['a', null] }, 'in.(a,null)', 's.not.in.(a)'],
    [{ allBut: false, values: [null] }, 'in.(null)', 's.not.is.null'],
    [{ allBut: true, values: ['a', null] }, 'not.in.(a,null)', 'or(s.in.(a),s.is.null)'],
    [{ allBut: true, values: ['null'] }, 'not.in.("null")', 's.in.(null)'],
    [
      { allBut: false, values: ['', 'x"\\,)'] },
      'in.("","x\\"\\\\,)")',
      'or(s.not.in.("","x\\"\\\\,)"),s.is.null)',
    ],
  ])('%j is %s', (closed, text, filter) => {
    expect(formatClosed(closed)).toBe(text);
    expect(parseClosed(text)).toEqual(closed);
    const open = openFilter('s', closed);
    expect(open && formatNested(open)).toBe(filter);
  });
  it.each(['', 'a', 'in.(a', 'eq.a', 'in.(a)b', 'in.("a)'])('can’t be “%s”', (text) => {
    expect(() => parseClosed(text)).toThrow();
  });
  it('are toggled one by one', () => {
    const one = toggledGroup(noneClosed, 'a');
    expect(one.values).toEqual(['a']);
    expect(toggledGroup(one, 'a')).toEqual(noneClosed);
    expect(toggledGroup(allClosed, null)).toEqual({ allBut: true, values: [null] });
  });
});

describe('the grouped order', () => {
  it('begins with the column, in the direction that was chosen for it', () => {
    const order = [
      { column: 'due', descending: false },
      { column: 's', descending: true },
    ];
    expect(groupedOrder('s', order)).toEqual([
      { column: 's', descending: true, nullsFirst: false },
      { column: 'due', descending: false },
    ]);
    expect(groupedOrder('x', [])).toEqual([{ column: 'x', descending: false, nullsFirst: false }]);
  });
});

describe('where heads and rows stand', () => {
  const counts = [
    { value: 'a', count: 3 },
    { value: 'b', count: 2 },
    { value: null, count: 1 },
  ];
  /** Each place as a letter for a head, or the number of a row. */
  const drawn = (layout: ReturnType<typeof layoutGroups>) =>
    Array.from({ length: layout.length }, (_, index) => {
      const head = headAt(layout, index);
      return head ? (head.value ?? '-') : String(rowIndexAt(layout, index));
    }).join(' ');

  it.each<[says: string, closed: ClosedGroups, rows: number, want: string]>([
    ['all open', noneClosed, 6, 'a 0 1 2 b 3 4 - 5'],
    ['one closed', { allBut: false, values: ['a'] }, 3, 'a b 0 1 - 2'],
    ['all closed', allClosed, 0, 'a b -'],
    ['rows past the groups that are known', noneClosed, 8, 'a 0 1 2 b 3 4 - 5 6 7'],
    ['rows that are no longer there', noneClosed, 4, 'a 0 1 2 b 3 -'],
  ])('%s', (_, closed, rows, want) => {
    const layout = layoutGroups(counts, closed, rows);
    expect(drawn(layout)).toBe(want);
    for (let row = 0; row < rows; row++) {
      const index = indexOfRow(layout, row);
      expect(headAt(layout, index)).toBeUndefined();
      expect(rowIndexAt(layout, index)).toBe(row);
    }
  });

  it('gives all rows to the one open group where groups aren’t counted', () => {
    const uncounted = counts.map(({ value }) => ({ value, count: undefined }));
    expect(drawn(layoutGroups(uncounted, { allBut: true, values: ['b'] }, 2))).toBe('a b 0 1 -');
  });

  it('finds a place among very many groups', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ value: String(i), count: 10 }));
    const layout = layoutGroups(many, noneClosed, 100_000);
    expect(layout.length).toBe(110_000);
    expect(headAt(layout, 11 * 9_999)?.value).toBe('9999');
    expect(rowIndexAt(layout, 11 * 5_000 + 4)).toBe(50_003);
  });
});
