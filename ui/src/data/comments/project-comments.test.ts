import { expect, test } from 'vitest';
import { makeBaseTable } from '@/testing/api-fixtures';
import { commentedRecord } from './project-comments';

const orders = makeBaseTable('orders');

test('identifies a record by the JSON of its primary key, as PostgreSQL formats it', () => {
  const composite = makeBaseTable('prices', { primaryKey: ['region', 'number'] });
  expect(commentedRecord(orders, { id: '9007199254740993' })?.key).toBe('["9007199254740993"]');
  expect(commentedRecord(composite, { region: 'sø,r "q"', number: '1' })).toEqual({
    schema: 'public',
    table: 'prices',
    key: '["sø,r \\"q\\"", "1"]',
  });
});

test('rows without a complete primary key, and comments themselves, have no comments', () => {
  expect(commentedRecord(makeBaseTable('log', { primaryKey: [] }), { id: '1' })).toBeUndefined();
  expect(commentedRecord(orders, {})).toBeUndefined();
  expect(commentedRecord(orders, { id: null })).toBeUndefined();
  const comments = makeBaseTable('tableside_comments');
  expect(commentedRecord(comments, { id: '1' })).toBeUndefined();
});
