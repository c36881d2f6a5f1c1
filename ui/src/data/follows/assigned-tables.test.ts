import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Table } from '@/lib/api.gen';
import { makeSchema } from '@/testing/api-fixtures';
import { findAssignedTables } from './follow-queries';

const people = makeTable('profiles', [makeColumn('id', 'uuid'), makeColumn('name', 'text')]);
const makeTasks = (name: string, kind: Table['kind']): Table =>
  makeTable(name, [makeColumn('id', 'integer'), makeColumn('assigned_to', 'uuid')], {
    kind,
    foreignKeys: [
      {
        name: 'tasks_assigned_to_fkey',
        columns: ['assigned_to'],
        refSchema: 'public',
        refTable: 'profiles',
        refColumns: ['id'],
        onDelete: 'no action',
      },
    ],
  });
const listNames = (tables: Table[]) =>
  findAssignedTables(makeSchema([people, ...tables])).map(({ table }) => table.name);

it('the rows of a table and of its views are assigned once', () => {
  expect(listNames([makeTasks('open_tasks', 'view'), makeTasks('tasks', 'table')])).toEqual(['tasks']);
});

it('a view whose table the role cannot read is listed', () => {
  expect(listNames([makeTasks('open_tasks', 'view')])).toEqual(['open_tasks']);
});
