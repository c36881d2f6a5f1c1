import { expect, it, vi } from 'vitest';
import { makeAccountKey, makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { makeSchema } from '@/testing/api-fixtures';
import { type FileSource, type TableAccess, titleMatch } from '../csv.types';
import { createTargetFinder, findReferencedKeys, guessMatchColumns } from './referenced-keys.utils';

const fullName = makeColumn('full_name', 'text');
const profiles = makeTable('profiles', [makeColumn('id', 'uuid'), fullName], {
  foreignKeys: [makeAccountKey('id')],
});
const todos = makeTable('todos', [makeColumn('id', 'integer'), makeColumn('user_id', 'uuid')], {
  foreignKeys: [makeAccountKey('user_id')],
});

it('names of users are looked up in the table that describes the accounts', async () => {
  const findTarget = createTargetFinder(makeSchema([profiles, todos]), todos);
  const findKeys = vi.fn<TableAccess['findKeys']>(async () => [['Ann', 'u1']]);
  const access = {
    findKeys,
    listNamingColumns: () => [fullName],
    hasCombinedTitle: () => false,
    isValidValue: () => false,
  } as Partial<TableAccess> as TableAccess;
  const source = { listDistinctValues: async () => ['Ann'] } as Partial<FileSource> as FileSource;
  const mapped = [{ sourceIndex: 0, column: 'user_id' }];
  const mappings = guessMatchColumns(todos, mapped, [['Ann']], access, findTarget);
  expect(mappings).toEqual([{ sourceIndex: 0, column: 'user_id', matchColumn: 'full_name' }]);
  expect(await findReferencedKeys(todos, mappings, source, access, findTarget)).toEqual({
    user_id: [['Ann', 'u1']],
  });
  expect(findKeys).toHaveBeenCalledWith(profiles, 'full_name', 'id', ['Ann']);
});

it('without such a table, the file contains the keys of the accounts', () => {
  expect(createTargetFinder(makeSchema([todos]), todos)('user_id')).toBeUndefined();
});

it('a title of several columns is the first choice to find a row, and a UUID is its key', async () => {
  const findTarget = createTargetFinder(makeSchema([profiles, todos]), todos);
  const findKeys = vi.fn<TableAccess['findKeys']>(async () => [['Ann Moe', 'u1']]);
  const uuid = '6a5ebb8f-9d5c-4b0e-8ad6-5d3c3b1f0c11';
  const access = {
    findKeys,
    listNamingColumns: () => [],
    hasCombinedTitle: () => true,
    isValidValue: (_, text) => text === uuid,
  } as Partial<TableAccess> as TableAccess;
  const source = { listDistinctValues: async () => ['Ann Moe', uuid] } as Partial<FileSource> as FileSource;
  const mapped = [{ sourceIndex: 0, column: 'user_id' }];
  const mappings = guessMatchColumns(todos, mapped, [[uuid], ['Ann Moe']], access, findTarget);
  expect(mappings).toEqual([{ sourceIndex: 0, column: 'user_id', matchColumn: titleMatch }]);
  expect(await findReferencedKeys(todos, mappings, source, access, findTarget)).toEqual({
    user_id: [
      ['Ann Moe', 'u1'],
      [uuid, uuid],
    ],
  });
  expect(findKeys).toHaveBeenCalledWith(profiles, titleMatch, 'id', ['Ann Moe']);
});
