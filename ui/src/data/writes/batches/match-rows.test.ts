import { describe, expect, it } from 'vitest';
import { condition, formatFilters } from '@/data/query/filters/filters.utils';
import { excludeRows, matchAnyRow, splitIntoBatches } from './match-rows';

describe('matchAnyRow', () => {
  const text = (...rows: Parameters<typeof matchAnyRow>[0]) => formatFilters(matchAnyRow(rows)).join(' ');
  const key = (id: string) => condition('id', 'eq', id);

  it.each([
    ['one row by its own conditions', [[key('1'), condition('note', 'is', 'null')]], 'id,eq.1 note,is.null'],
    ['keys of one column as a list', [[key('1')], [key('2')]], 'id,in.(1,2)'],
    [
      'what all share once',
      [
        [key('1'), condition('status', 'eq', 'a')],
        [key('2'), condition('status', 'eq', 'a')],
      ],
      'status,eq.a id,in.(1,2)',
    ],
    [
      'rows of several conditions each by itself',
      [
        [key('1'), condition('status', 'eq', 'a')],
        [key('2'), condition('status', 'is', 'null')],
      ],
      'or,(and(id.eq.1,status.eq.a),and(id.eq.2,status.is.null))',
    ],
    [
      'keys of several columns',
      [
        [condition('region', 'eq', 'n'), condition('number', 'eq', '1')],
        [condition('region', 'eq', 's'), condition('number', 'eq', '2')],
      ],
      'or,(and(region.eq.n,number.eq.1),and(region.eq.s,number.eq.2))',
    ],
    [
      'keys under the guards that only some rows share',
      [
        [key('1'), condition('status', 'eq', 'a')],
        [key('2'), condition('status', 'is', 'null')],
        [key('3'), condition('status', 'eq', 'a')],
      ],
      'or,(and(id.in.(1,3),status.eq.a),and(id.eq.2,status.is.null))',
    ],
    ['the same row twice once', [[key('1')], [key('1')]], 'id,eq.1'],
    [
      'a row without the guard of another one by its key',
      [[key('1'), condition('status', 'eq', 'a')], [key('1')]],
      'id,eq.1',
    ],
  ])('matches %s', (_, rows, expected) => expect(text(...rows)).toBe(expected));

  it('can be negated', () => {
    const excluded = (...rows: Parameters<typeof excludeRows>[0]) =>
      formatFilters([excludeRows(rows)]).join(' ');
    expect(excluded([key('1')], [key('2')])).toBe('id,not.in.(1,2)');
    expect(excluded([key('1'), condition('number', 'eq', '2')])).toBe('and,(not.and(id.eq.1,number.eq.2))');
  });
});

describe('splitIntoBatches', () => {
  it('limits the length of each request’s address', () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => String(i).repeat(4));
    const parts = splitIntoBatches(ids, (id) => [condition('id', 'eq', id)]);
    expect(parts.flat()).toEqual(ids);
    for (const part of parts) expect(part.join().length).toBeLessThan(3_000);
    expect(splitIntoBatches(['x'.repeat(9_000)], (id) => [condition('id', 'eq', id)])).toHaveLength(1);
  });

  it('counts a guard that several rows share only once', () => {
    const ids = Array.from({ length: 400 }, (_, i) => String(i));
    const guard = (text: string) => (id: string) => [
      condition('id', 'eq', id),
      condition('note', 'eq', text + (Number(id) % 2)),
    ];
    expect(splitIntoBatches(ids, guard('a short note'))).toHaveLength(2);
    expect(splitIntoBatches(ids, guard('a long note '.repeat(60))).length).toBeGreaterThan(2);
  });
});
