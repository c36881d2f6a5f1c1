import { expect, it } from 'vitest';
import { formatFilters } from '@/data/query/filters/filters.utils';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { findDoneRule } from '@/data/values/formats/due-dates';
import { makeSchema } from '@/testing/api-fixtures';
import { findCompletion, findPhotoColumn } from './completion';
import { buildAssignedRequest, findChangedTables, findDueTables, openFilters } from './home-queries';

const id = makeColumn('id', 'integer');
const due = makeColumn('due_on', 'date');
const status = makeColumn('status', 'enum', {
  enum: ['open', 'packed', 'delivered', 'cancelled'],
  nullable: false,
});

it.each([
  [status, 'status=not.in.(delivered,cancelled)'],
  [{ ...status, nullable: true }, 'or=(status.is.null,status.not.in.(delivered,cancelled))'],
  [makeColumn('done', 'boolean'), 'done=not.is.true'],
  [makeColumn('completed_at', 'timestamptz'), 'completed_at=is.null'],
  [makeColumn('kind', 'text'), ''],
])('reads the rows that are not finished: %#', (column, expected) => {
  const rule = findDoneRule(makeTable('tasks', [id, column]));
  expect(
    formatFilters(openFilters(rule))
      .map((pair) => pair.join('='))
      .join('&'),
  ).toBe(expected);
});

it.each([
  [[makeColumn('stop', 'timestamptz')], 'or=(stop.is.null,stop.gte."2026-11-20T12:00:00.000Z")'],
  [[makeColumn('endedAt', 'timestamptz')], 'or=(endedAt.is.null,endedAt.gte."2026-11-20T12:00:00.000Z")'],
  [[makeColumn('end_date', 'date')], 'or=(end_date.is.null,end_date.gte.2026-11-20)'],
  [[makeColumn('end_date', 'date'), status], 'status=not.in.(delivered,cancelled)'],
  [[makeColumn('end_date', 'date'), due], ''],
  [[makeColumn('end', 'text'), makeColumn('backend_at', 'timestamptz')], ''],
])(
  'omits assigned rows with a past end, unless a status or a due date shows what is open: %#',
  (columns, expected) => {
    const assignee = makeColumn('assigned_to', 'uuid');
    const table = makeTable('shifts', [id, assignee, ...columns]);
    const now = new Date('2026-11-20T12:00:00Z');
    const { filters } = buildAssignedRequest({ table, column: assignee }, 'u1', now);
    const [own, ...open] = formatFilters(filters).map((pair) => pair.join('='));
    expect([own, open.join('&')]).toEqual(['assigned_to=eq.u1', expected]);
  },
);

it('shows late rows only of tables that show which rows are finished, or that are tagged', () => {
  const tables = [
    makeTable('orders', [id, status, due]),
    makeTable('history', [id, due]),
    makeTable('tagged', [id, { ...due, tags: { due: '' } }]),
    makeTable('hidden', [id, status, due], { tags: { hidden: '' } }),
    makeTable('keyless', [id, status, due], { primaryKey: [] }),
  ];
  expect(findDueTables(makeSchema(tables)).map(({ table }) => table.name)).toEqual(['orders', 'tagged']);
});

it('shows no views of tables that are shown as well', () => {
  const name = makeColumn('name', 'text');
  const view = { kind: 'view' as const };
  const tables = [
    makeTable('late_orders', [id, due, name], { ...view, rowsOf: { schema: 'public', table: 'orders' } }),
    makeTable('orders', [id, status, due, name]),
    makeTable('tickets_due', [id, status, due], {
      ...view,
      rowsOf: { schema: 'public', table: 'not_readable' },
    }),
  ].map((table) => ({ ...table, columns: [...table.columns, makeColumn('done', 'boolean')] }));
  expect(findDueTables(makeSchema(tables)).map(({ table }) => table.name)).toEqual(['orders', 'tickets_due']);
});

it('shows a table instead of its view also behind other tables', () => {
  const tables = [
    makeTable('late_orders', [id, status, due], {
      kind: 'view',
      rowsOf: { schema: 'public', table: 'orders' },
    }),
    ...['a', 'b', 'c'].map((name) => makeTable(name, [id, status, makeColumn('deadline', 'date')])),
    makeTable('orders', [id, status, due]),
  ];
  expect(findDueTables(makeSchema(tables)).map(({ table }) => table.name)).toEqual(['orders', 'a', 'b', 'c']);
});

it('shows changes by the time of the update, otherwise of the insert, of tables that are not too large', () => {
  const created = makeColumn('created_at', 'timestamptz');
  const updated = makeColumn('updated_at', 'timestamptz');
  const tables = [
    makeTable('both', [id, created, updated]),
    makeTable('inserts', [id, created]),
    makeTable('large', [id, updated], { estimatedRows: 1_000_000 }),
    makeTable('other', [id, makeColumn('starts_at', 'timestamptz')]),
  ];
  const found = findChangedTables(makeSchema(tables));
  expect(found.map(({ table, changedAt }) => `${table.name}.${changedAt.name}`)).toEqual([
    ...['both.updated_at', 'inserts.created_at'],
  ]);
});

it('each part sends at most four requests', () => {
  const tables = Array.from({ length: 9 }, (_, i) =>
    makeTable(`t${i}`, [id, status, due, makeColumn('updated_at', 'timestamptz')]),
  );
  expect(findDueTables(makeSchema(tables))).toHaveLength(4);
  expect(findChangedTables(makeSchema(tables))).toHaveLength(4);
});

it('finishes a row with one tap, if its status can follow and the user can change it', () => {
  const complete = (column: ReturnType<typeof makeColumn>, value: string | boolean | null) =>
    findCompletion(makeTable('orders', [id, column]), { id: '1', [column.name]: value });
  expect(complete(status, 'packed')).toEqual({ column: 'status', value: 'delivered', label: 'delivered' });
  expect(complete(status, 'delivered')).toBeUndefined();
  expect(complete(makeColumn('done', 'boolean'), null)).toMatchObject({ column: 'done', value: true });
  expect(complete(makeColumn('done', 'boolean'), true)).toBeUndefined();
  const steps = { ...status, transitions: { open: ['packed'], packed: ['delivered', 'cancelled'] } };
  expect(complete(steps, 'open')).toBeUndefined();
  expect(complete(steps, 'packed')?.value).toBe('delivered');
  const text = makeColumn('status', 'text', { status: true });
  expect(complete(text, 'packed'), 'of a text, the values are not known').toBeUndefined();
  expect(complete({ ...text, done: ['sent'] }, 'packed')?.value).toBe('sent');
  const readOnly = { ...status, privileges: { ...status.privileges, update: false } };
  expect(complete(readOnly, 'packed')).toBeUndefined();
});

it('finishes a row that stores the time of its end', () => {
  const now = new Date('2026-11-20T22:30:00Z');
  const complete = (kind: 'date' | 'timestamptz', value: string | null) => {
    const column = makeColumn('delivered_at', kind);
    return findCompletion(makeTable('deliveries', [id, column]), { id: '1', delivered_at: value }, now)
      ?.value;
  };
  expect(complete('timestamptz', null)).toBe('2026-11-20T22:30:00.000Z');
  expect(complete('date', null)).toMatch(/^2026-11-2[01]$/);
  expect(complete('timestamptz', '2026-11-19T08:00:00Z')).toBeUndefined();
});

it('offers a photo for the first empty file column that the user can change', () => {
  const file = { tags: { file: 'bucket=proofs folder=vans' } };
  const proof = makeColumn('proof_photo', 'text', file);
  const pages = makeColumn('pages', 'text', { ...file, array: true });
  const find = (columns: ReturnType<typeof makeColumn>[], row: Record<string, unknown>) =>
    findPhotoColumn(makeTable('deliveries', [id, ...columns]), { id: '1', ...row } as Row);
  expect(find([proof], { proof_photo: null })?.location).toEqual({ bucket: 'proofs', folder: 'vans' });
  expect(find([proof, pages], { proof_photo: 'a.jpg', pages: [] })?.column.name).toBe('pages');
  expect(find([proof], { proof_photo: 'a.jpg' })).toBeUndefined();
  // A column whose value is not loaded is not known to be empty.
  expect(find([proof], {})).toBeUndefined();
  const readOnly = { ...proof, privileges: { ...proof.privileges, update: false } };
  expect(find([readOnly], { proof_photo: null })).toBeUndefined();
});
