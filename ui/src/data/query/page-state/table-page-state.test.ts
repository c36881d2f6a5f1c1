import { describe, expect, it } from 'vitest';
import { allClosed, noneClosed } from '@/data/paging/groups/groups.utils';
import { condition, group } from '../filters/filters.utils';
import {
  emptyTablePageState,
  formatTablePageState,
  parseTablePageState,
  type TablePageState,
} from './table-page-state';

describe('page state in the URL', () => {
  it('is PostgREST’s own syntax', () => {
    const state: TablePageState = {
      ...emptyTablePageState,
      filters: [condition('status', 'eq', 'draft'), condition('total', 'gte', '1,000.50')],
      order: [
        { column: 'due_on', descending: true },
        { column: 'Last name', descending: false, nullsFirst: true },
      ],
      select: ['id', 'Last name'],
      record: [{ column: 'id', value: '5' }],
    };
    expect(formatTablePageState(state)).toBe(
      'status=eq.draft&total=gte.1,000.50&order=due_on.desc,%22Last+name%22.asc.nullsfirst&select=id,%22Last+name%22&record=id.eq.5',
    );
  });

  const states: { name: string; state: Partial<TablePageState> }[] = [
    { name: 'nothing', state: {} },
    { name: 'a value with & = + % #', state: { filters: [condition('a', 'eq', 'x&y=z +1 100% #2')] } },
    {
      name: 'filters on columns named like the syntax',
      state: { filters: [condition('order', 'eq', '1'), condition('record', 'in', ['a', 'b c'])] },
    },
    {
      name: 'an or-group',
      state: { filters: [group('or', [condition('a', 'eq', '1'), condition('b', 'is', 'null')])] },
    },
    { name: 'quick search', state: { search: 'Kōhī & Søn' } },
    {
      name: 'an emoji and a quote in names',
      state: { order: [{ column: '☕ "x"', descending: true }], select: ['☕ "x"', 'a,b', 'c.d'] },
    },
    {
      name: 'a composite key',
      state: {
        record: [
          { column: 'order_id', value: '5' },
          { column: 'line no', value: 'a,b.(c)"' },
        ],
      },
    },
    {
      name: 'widths and pinned columns',
      state: { layout: { widths: { id: 80, '☕ "x".pin': 240 }, pinned: ['name', '☕ "x".pin'] } },
    },
    { name: 'no width at all', state: { layout: { widths: {}, pinned: [] } } },
    { name: 'groups', state: { group: { column: 'Due on', closed: noneClosed } } },
    {
      name: 'closed groups',
      state: { group: { column: 'status', closed: { allBut: false, values: ['a b', null, 'null', ''] } } },
    },
    { name: 'all groups closed', state: { group: { column: 'status', closed: allClosed } } },
    { name: 'a new record', state: { record: 'new' } },
    { name: 'a copy', state: { record: 'new', copy: [{ column: 'id', value: '5,6' }] } },
    { name: 'a full record', state: { record: [{ column: 'id', value: '' }], isFullPanel: true } },
  ];
  it.each(states)('reads back $name', ({ state }) => {
    const whole = { ...emptyTablePageState, ...state };
    expect(parseTablePageState(formatTablePageState(whole))).toEqual(whole);
  });

  it('removes the copied record when another record is opened', () => {
    const copy = [{ column: 'id', value: '5' }];
    expect(formatTablePageState({ ...emptyTablePageState, copy, record: copy })).toBe('record=id.eq.5');
    expect(formatTablePageState({ ...emptyTablePageState, copy })).toBe('');
  });

  it('accepts ascending as the default, and * as all columns', () => {
    expect(parseTablePageState('order=a,b.nullslast&select=*')).toEqual({
      ...emptyTablePageState,
      order: [
        { column: 'a', descending: false },
        { column: 'b', descending: false, nullsFirst: false },
      ],
    });
  });

  it('limits widths to valid values', () => {
    expect(parseTablePageState('widths=a.1,b.99999').layout?.widths).toEqual({ a: 40, b: 2000 });
    expect(parseTablePageState('widths=a.wide').problems).toEqual(['widths=a.wide']);
  });

  it('reports invalid parts, and keeps the rest', () => {
    const state = parseTablePageState('status=draft&a=eq.1&order=x.sideways&group=b&collapsed=draft');
    expect(state.problems).toEqual(['status=draft', 'order=x.sideways', 'collapsed=draft']);
    expect(state.group).toEqual({ column: 'b', closed: noneClosed });
    expect(state.filters).toEqual([condition('a', 'eq', '1')]);
  });
});
