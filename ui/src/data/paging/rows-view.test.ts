import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { buildRowsView } from './rows-view';

const due = makeColumn('due_date', 'date');
const tasks = makeTable('tasks', [
  makeColumn('id', 'integer'),
  makeColumn('name', 'text', { nullable: false }),
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

it('reads the currency of the amounts that it shows', () => {
  const amount = makeColumn('amount', 'numeric');
  const columns = [makeColumn('id', 'integer'), amount, makeColumn('currency', 'text')];
  const view = buildRowsView(makeTable('payments', columns), { filters: [], order: [], columns: [amount] });
  expect(view.columns).toEqual(['amount', 'currency', 'id']);
});

it.each([
  [true, ['id', 'lorry_no', 'name']],
  [false, ['id', 'name']],
])('reads the second title only if the title can be empty: %s', (nullable, want) => {
  const columns = [
    makeColumn('id', 'uuid'),
    makeColumn('name', 'text', { nullable }),
    makeColumn('lorry_no', 'text'),
  ];
  const view = buildRowsView(makeTable('records', columns), { filters: [], order: [], columns: [] });
  expect(view.columns).toEqual(want);
});
