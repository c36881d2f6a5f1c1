import { expect, it } from 'vitest';
import { session } from '@/testing/api-fixtures';
import { getStorageId } from './storage-id';

it('stores the data of a user separately from the data of a session in which another user views them', () => {
  const user = { id: 'ada' };
  const { viewAs } = session.workspace;
  expect(getStorageId(user, { viewAs: { ...viewAs, status: 'allowed' } })).toBe('ada');
  expect(getStorageId(user, { viewAs: { ...viewAs, status: 'active', byId: 'grace' } })).toBe(
    'ada.viewed-by.grace',
  );
});
