import { describe, expect, it } from 'vitest';
import { formatTablePageState, parseTablePageState } from '@/data/query/page-state/table-page-state';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import {
  buildViewQuery,
  makeCopyName,
  nameProblem,
  normalizeName,
  normalizeViewQuery,
  parseViewKind,
  removeColumns,
  unknownColumns,
} from './saved-views.utils';

const columns = [makeColumn('id', 'integer'), makeColumn('Full name', 'text'), makeColumn('data', 'json')];
const people = makeTable('people', columns);
const own = { widths: { id: 80, 'Full name': 240, gone: 90 }, pinned: ['Full name'] };

describe('the URL of a view', () => {
  it('contains the columns in their order, and their widths', () => {
    expect(buildViewQuery(parseTablePageState('id=gt.5&order=id.desc'), columns.slice(0, 2), own)).toBe(
      'id=gt.5&order=id.desc&select=id,%22Full+name%22&widths=%22Full+name%22.240.pin,id.80',
    );
  });
  it('contains no widths for cards, or if the user set none', () => {
    expect(buildViewQuery(parseTablePageState('view=board.id'), columns.slice(0, 1), own)).toBe(
      'view=board.id&select=id',
    );
    expect(buildViewQuery(parseTablePageState(''), columns.slice(0, 1), { widths: {}, pinned: [] })).toBe(
      'select=id',
    );
  });
  it('contains no record', () => {
    expect(
      buildViewQuery(parseTablePageState('record=id.eq.5&panel=full'), columns.slice(0, 1), own),
    ).not.toContain('record');
  });
  it('does not depend on the open record or the visible day', () => {
    expect(normalizeViewQuery('id=gt.5&record=id.eq.1&panel=full')).toBe(normalizeViewQuery('id=gt.5'));
    expect(normalizeViewQuery('view=calendar.id.week.2026-11-20')).toBe(
      normalizeViewQuery('view=calendar.id.week'),
    );
    expect(normalizeViewQuery('id=gt.5')).not.toBe(normalizeViewQuery('id=gt.6'));
  });
  it('distinguishes a board from a grid', () => {
    expect(parseViewKind('id=gt.5')).toBe('grid');
    expect(parseViewKind('view=board.id')).toBe('board');
  });
});

describe('columns that no longer exist', () => {
  const address =
    'view=board.lane&and=(id.gt.1,or(data->>a.eq.1,old.is.null))&order=older.desc,id.asc&select=id,oldest';
  it('are found in all parts of the view', () => {
    expect(unknownColumns(people, parseTablePageState(address))).toEqual(['old', 'older', 'oldest', 'lane']);
    expect(unknownColumns(people, parseTablePageState('id=gt.5&select=id,%22Full+name%22'))).toEqual([]);
  });
  it('can be removed, and the rest is unchanged', () => {
    const state = parseTablePageState(address);
    const left = { ...state, ...removeColumns(state, unknownColumns(people, state)) };
    expect(unknownColumns(people, left)).toEqual([]);
    expect(formatTablePageState(left)).toBe(
      'view=board&id=gt.1&or=(data-%3E%3Ea.eq.1)&order=id.asc&select=id',
    );
  });
});

describe('names of views', () => {
  it.each([
    ['', 'Enter a name.'],
    [' \n\t', 'Enter a name.'],
    ['Overdue', 'You already have a view with this name.'],
    [' Overdue ', 'You already have a view with this name.'],
    ['n'.repeat(81), 'Enter at most 80 characters.'],
    ['☕'.repeat(80), undefined],
    ['<script>alert(1)</script>', undefined],
  ])('%j: %s', (name, problem) => expect(nameProblem(name, ['Overdue'])).toBe(problem));

  it('are on one line', () => expect(normalizeName(' a\r\nb\u2028c\u0000 ')).toBe('a b c'));

  it('of copies are unique, and within the maximum length', () => {
    expect(makeCopyName('Overdue', ['Overdue'])).toBe('Overdue (copy)');
    expect(makeCopyName('Overdue', ['Overdue', 'Overdue (copy)'])).toBe('Overdue (copy 2)');
    expect(makeCopyName('n'.repeat(80), [])).toBe(`${'n'.repeat(73)} (copy)`);
  });
});
