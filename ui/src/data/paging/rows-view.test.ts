import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { buildRowsView } from './rows-view';

const due = makeColumn('due_date', 'date');
const tasks = makeTable('tasks', [
  makeColumn('id', 'integer'),
  makeColumn('name', 'text'),
  due,
  makeColumn('done_date', 'timestamptz'),
]);
const read = (columns: (typeof due)[], more: string[] = []) =>
  buildRowsView(tasks, { filters: [], order: [], columns, needs: { columns: more } }).columns;

it('reads whether rows are finished with their due date', () => {
  expect(read([due])).toContain('done_date');
  expect(read([], ['due_date'])).toContain('done_date');
  expect(read([])).not.toContain('done_date');
});
