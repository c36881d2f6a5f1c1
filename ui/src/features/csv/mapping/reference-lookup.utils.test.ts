import { expect, it, vi } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { makeSchema } from '@/testing/api-fixtures';
import type { FileSource, TableAccess } from '../csv.types';
import { createTargetFinder, guessLookupColumns, lookUpReferences } from './reference-lookup.utils';

const fullName = makeColumn('full_name', 'text');
const toAccounts = (column: string) => ({
  ...{ name: `${column}_fkey`, columns: [column], refSchema: 'auth', refTable: 'users', refColumns: ['id'] },
  ...{ onDelete: '', onPartitions: false },
});
const profiles = makeTable('profiles', [makeColumn('id', 'uuid'), fullName], {
  foreignKeys: [toAccounts('id')],
});
const todos = makeTable('todos', [makeColumn('id', 'integer'), makeColumn('user_id', 'uuid')], {
  foreignKeys: [toAccounts('user_id')],
});

it('names of users are looked up in the table that describes the accounts', async () => {
  const findTarget = createTargetFinder(makeSchema([profiles, todos]), todos);
  const lookUp = vi.fn<TableAccess['lookUp']>(async () => [['Ann', 'u1']]);
  const access = {
    lookUp,
    listNamingColumns: () => [fullName],
    isValidValue: () => false,
  } as Partial<TableAccess> as TableAccess;
  const source = { listDistinctValues: async () => ['Ann'] } as Partial<FileSource> as FileSource;
  const mapped = [{ sourceIndex: 0, column: 'user_id' }];
  const mappings = guessLookupColumns(todos, mapped, [['Ann']], access, findTarget);
  expect(mappings).toEqual([{ sourceIndex: 0, column: 'user_id', lookupColumn: 'full_name' }]);
  expect(await lookUpReferences(mappings, source, access, findTarget)).toEqual({ user_id: [['Ann', 'u1']] });
  expect(lookUp).toHaveBeenCalledWith(profiles, 'full_name', 'id', ['Ann']);
});

it('without such a table, the file contains the keys of the accounts', () => {
  expect(createTargetFinder(makeSchema([todos]), todos)('user_id')).toBeUndefined();
});
