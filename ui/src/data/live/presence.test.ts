import { expect, it } from 'vitest';
import { hashRecord, PresenceStore } from './presence';

const orders = { schema: 'public', name: 'orders' };

it('hashes a record by its table and key, and does not contain the key', () => {
  const hash = hashRecord(orders, 'id=123456');
  expect(hash).toMatch(/^[0-9a-f]{14}$/);
  expect(hashRecord(orders, 'id=123456')).toBe(hash);
  expect(hashRecord({ ...orders, name: 'lines' }, 'id=123456')).not.toBe(hash);
  expect(hashRecord(orders, 'id=123457')).not.toBe(hash);
});

it('reports the edited cell of the page, and the open record after the edit', () => {
  const { location } = new PresenceStore();
  location.setPage({ ...orders, record: 'a' });
  const endOfFirst = location.beginEdit({ record: 'b', column: 'name' });
  const end = location.beginEdit({ record: 'b', column: 'city' });
  endOfFirst();
  expect(location.snapshot()).toEqual({ ...orders, record: 'b', column: 'city' });
  end();
  expect(location.snapshot()).toEqual({ ...orders, record: 'a', column: null });
  location.setPage(undefined);
  expect(location.snapshot()).toBeUndefined();
});
