import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { findOmittedColumns, isLargeColumn, lacksLargeValue, omitLargeColumns } from './large-columns';

const columns = [
  makeColumn('id', 'integer'),
  makeColumn('name', 'text'),
  makeColumn('body', 'text', { large: true }),
  makeColumn('notes', 'text'),
];
const names = columns.map(({ name }) => name);

describe('omitLargeColumns', () => {
  it('omits the columns that the schema names, and those that the server has omitted', () => {
    const table = makeTable('articles', columns);
    expect(omitLargeColumns(table, names)).toEqual(['id', 'name', 'notes']);
    findOmittedColumns(table, ['id', 'notes'], [{ id: '1', notes: null }, { id: '2' }]);
    expect(omitLargeColumns(table, names)).toEqual(['id', 'name']);
    expect(isLargeColumn({ ...table, schema: 'other' }, 'notes')).toBe(false);
  });

  it('keeps the columns of the key and the order', () => {
    const table = makeTable('pages', columns, { primaryKey: ['body'] });
    expect(omitLargeColumns(table, names)).toEqual(names);
    const byBody = omitLargeColumns(makeTable('pages', columns), names, [
      { column: 'body', descending: true },
    ]);
    expect(byBody).toEqual(names);
  });

  it('keeps the columns if all are large', () => {
    expect(omitLargeColumns(makeTable('texts', columns), ['body'])).toEqual(['body']);
  });
});

describe('lacksLargeValue', () => {
  it('distinguishes an omitted value from NULL and from a column that was not requested', () => {
    const table = makeTable('letters', columns);
    expect(lacksLargeValue(table, { id: '1' }, 'body')).toBe(true);
    expect(lacksLargeValue(table, { id: '1', body: null }, 'body')).toBe(false);
    expect(lacksLargeValue(table, { id: '1' }, 'name')).toBe(false);
  });
});
