import { describe, expect, it } from 'vitest';
import { formatNested } from '@/data/query/filters/filters.utils';
import { makeColumn } from '@/data/testing/table-fixtures';
import type { Kind } from '@/lib/api.gen';
import {
  allClosed,
  type ClosedGroups,
  checkClosedGroups,
  formatClosed,
  getRowIndex,
  groupAt,
  groupHeadAt,
  indexOfRow,
  layoutGroups,
  noneClosed,
  openGroupsFilter,
  orderByGroup,
  parseClosed,
  removeClosedValues,
  toggleGroup,
} from './groups.utils';

describe('closed groups', () => {
  const known = (kind: Kind, values: (string | null)[], groups: string[] = [], whole = false) => {
    const column = makeColumn('c', kind, { enum: kind === 'enum' ? ['draft', 'done'] : [] });
    const counts = groups.map((value) => ({ value, count: 1 }));
    const { closed, impossible } = checkClosedGroups(column, { allBut: false, values }, counts, whole);
    return [closed.values, impossible];
  };

  it('omit values that the enum no longer contains, or that are invalid for the type', () => {
    expect(known('enum', ['gone', 'done', null])).toEqual([['done', null], ['gone']]);
    expect(known('float', ['abc', '1.5'])).toEqual([['1.5'], ['abc']]);
    expect(known('uuid', ['1'])).toEqual([[], ['1']]);
    expect(known('date', ['2026-02-30', '2026-02-28'])).toEqual([['2026-02-28'], ['2026-02-30']]);
    expect(known('text', ['gone', ''])).toEqual([['gone', ''], []]);
  });

  it('match existing groups, also with another spelling of the value', () => {
    expect(known('date', ['0044-03-15 BC'], ['0044-03-15 BC'])).toEqual([['0044-03-15 BC'], []]);
  });

  it('contain only existing groups once all groups are loaded', () => {
    // To PostgreSQL 1.0 is 1, and 999.1.1.1 no address.
    expect(known('numeric', ['1.0', '2', null], ['1', '2'], true)).toEqual([['2', null], []]);
    expect(known('network', ['999.1.1.1'], ['10.0.0.1'], true)).toEqual([[], []]);
  });

  it('are excluded by their values', () => {
    expect(removeClosedValues({ allBut: true, values: ['abc', null] }, ['abc'])).toEqual({
      allBut: true,
      values: [null],
    });
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
    const open = openGroupsFilter('s', closed);
    expect(open && formatNested(open)).toBe(filter);
  });
  it.each(['', 'a', 'in.(a', 'eq.a', 'in.(a)b', 'in.("a)'])('rejects “%s”', (text) => {
    expect(() => parseClosed(text)).toThrow();
  });
  it('are toggled one by one', () => {
    const one = toggleGroup(noneClosed, 'a');
    expect(one.values).toEqual(['a']);
    expect(toggleGroup(one, 'a')).toEqual(noneClosed);
    expect(toggleGroup(allClosed, null)).toEqual({ allBut: true, values: [null] });
  });
});

describe('the grouped order', () => {
  it('starts with the grouped column, in its chosen direction', () => {
    const order = [
      { column: 'due', descending: false },
      { column: 's', descending: true },
    ];
    expect(orderByGroup('s', order)).toEqual([
      { column: 's', descending: true, nullsFirst: false },
      { column: 'due', descending: false },
    ]);
    expect(orderByGroup('x', [])).toEqual([{ column: 'x', descending: false, nullsFirst: false }]);
  });
});

describe('the layout of heads and rows', () => {
  const counts = [
    { value: 'a', count: 3 },
    { value: 'b', count: 2 },
    { value: null, count: 1 },
  ];
  /** Each index as a letter for a head, or the number of a row. */
  const drawn = (layout: ReturnType<typeof layoutGroups>) =>
    Array.from({ length: layout.length }, (_, index) => {
      const head = groupHeadAt(layout, index);
      return head ? (head.value ?? '-') : String(getRowIndex(layout, index));
    }).join(' ');

  it.each<[name: string, closed: ClosedGroups, rows: number, want: string]>([
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
      expect(groupHeadAt(layout, index)).toBeUndefined();
      expect(getRowIndex(layout, index)).toBe(row);
    }
  });

  const letters = (rows: string) =>
    [...rows].map((letter, row) => [row, letter === '-' ? null : letter] as const);

  it.each<[name: string, rows: string, want: string, differs: string]>([
    ['as counted', 'aaabb-', 'a 0 1 2 b 3 4 - 5', ''],
    ['one more in the first', 'aaaabb-', 'a 0 1 2 3 b 4 5 - 6', 'moved a 1'],
    ['one less in the first', 'aabb-', 'a 0 1 b 2 3 - 4', 'moved a -1'],
    ['one that went over', 'aabbb-', 'a 0 1 b 2 3 4 - 5', 'moved a -1,moved b 1'],
    ['all of one gone', 'aaa-', 'a 0 1 2 b - 3', 'moved b -2'],
    ['one more in the last', 'aaabb--', 'a 0 1 2 b 3 4 - 5 6', 'moved null 1'],
    ['a new value between', 'aaaxbb-', 'a 0 1 2 b 3 4 5 - 6', 'moved b 1,new x'],
    ['another writing of a value', 'aAabb-', 'a 0 1 2 b 3 4 - 5', 'new A'],
    ['rows that are out of order', 'abaab-', 'a 0 1 2 b 3 4 - 5', ''],
  ])('uses the loaded rows: %s', (_, rows, want, differs) => {
    const layout = layoutGroups(counts, noneClosed, rows.length, letters(rows));
    expect(drawn(layout)).toBe(want);
    expect(layout.differences.map(({ kind, text }) => `${kind} ${text}`).join()).toBe(differs);
    expect(layout.groups.map(({ count }) => count)).toEqual([3, 2, 1]);
  });

  it('uses the counts between loaded rows', () => {
    // Rows 0 to 2 and the last are known; one more lies somewhere between.
    const met = [...letters('aaa'), [6, null]] as const;
    expect(drawn(layoutGroups(counts, noneClosed, 7, met))).toBe('a 0 1 2 b 3 4 - 5 6');
    expect(drawn(layoutGroups(counts, noneClosed, 7, [[5, 'b']]))).toBe('a 0 1 2 b 3 4 5 - 6');
    expect(drawn(layoutGroups(counts, { allBut: false, values: ['a'] }, 4, letters('bbb-')))).toBe(
      'a b 0 1 2 - 3',
    );
  });

  it('assigns all rows to the only open group if groups have no counts', () => {
    const uncounted = counts.map(({ value }) => ({ value, count: undefined }));
    expect(drawn(layoutGroups(uncounted, { allBut: true, values: ['b'] }, 2))).toBe('a b 0 1 -');
  });

  it('returns the group of an index, and its end', () => {
    const layout = layoutGroups(counts, { allBut: false, values: ['b'] }, 6);
    // a, its rows 0 to 2, b (closed), the group without a value, its row, two rows of no group that is known.
    expect(drawn(layout)).toBe('a 0 1 2 b - 3 4 5');
    const findGroup = (index: number) => {
      const found = groupAt(layout, index);
      return found && [found.group.value, found.group.headIndex, found.end];
    };
    expect([0, 3].map(findGroup)).toEqual([
      ['a', 0, 4],
      ['a', 0, 4],
    ]);
    expect(findGroup(4)).toEqual(['b', 4, 5]);
    expect(findGroup(6)).toEqual([null, 5, 7]);
    expect(findGroup(7)).toBeUndefined();
  });

  it('finds an index among many groups', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ value: String(i), count: 10 }));
    const layout = layoutGroups(many, noneClosed, 100_000);
    expect(layout.length).toBe(110_000);
    expect(groupHeadAt(layout, 11 * 9_999)?.value).toBe('9999');
    expect(getRowIndex(layout, 11 * 5_000 + 4)).toBe(50_003);
  });
});
