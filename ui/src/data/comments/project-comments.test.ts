import { expect, test } from 'vitest';
import { makeBaseTable } from '@/testing/api-fixtures';
import { getCommentedRecord } from './project-comments';

const orders = makeBaseTable('orders');

test('identifies a record by the JSON of its primary key, as PostgreSQL formats it', () => {
  const composite = makeBaseTable('prices', { primaryKey: ['region', 'number'] });
  expect(getCommentedRecord(orders, { id: '9007199254740993' })?.key).toBe('["9007199254740993"]');
  expect(getCommentedRecord(composite, { region: 'sø,r "q"', number: '1' })).toEqual({
    schema: 'public',
    table: 'prices',
    key: '["sø,r \\"q\\"", "1"]',
  });
});

test('rows without a complete primary key, and comments themselves, have no comments', () => {
  expect(getCommentedRecord(makeBaseTable('log', { primaryKey: [] }), { id: '1' })).toBeUndefined();
  expect(getCommentedRecord(orders, {})).toBeUndefined();
  expect(getCommentedRecord(orders, { id: null })).toBeUndefined();
  const comments = makeBaseTable('tableside_comments');
  expect(getCommentedRecord(comments, { id: '1' })).toBeUndefined();
});
