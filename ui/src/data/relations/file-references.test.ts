import { expect, test } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { matchPath } from './file-references';

const photo = makeColumn('photo', 'text', { tags: { file: 'bucket=photos' } });

test('a path is matched as the value, or as an item of a list', () => {
  const path = 'a, "b"\\{c}.png';
  expect(matchPath(photo, path)).toMatchObject({ operator: 'eq', value: path });
  expect(matchPath({ ...photo, array: true }, path)).toMatchObject({
    operator: 'cs',
    value: '{"a, \\"b\\"\\\\{c}.png"}',
  });
});
