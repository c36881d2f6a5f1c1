import { beforeEach, expect, test } from 'vitest';
import { findFollow } from './follow';
import { NotificationStore } from './notification-store';

const order = { schema: 'public', table: 'orders', query: 'record=id.eq.7', title: 'Order 7' };

beforeEach(() => localStorage.clear());

test('stores follows by user, for all tabs', () => {
  const store = new NotificationStore('ada');
  const other = new NotificationStore('ada');
  const end = other.watch();
  store.add(order);
  const id = findFollow(store.snapshot().follows, order)?.id ?? '';
  store.setSeen(id, 'digest');
  window.dispatchEvent(new StorageEvent('storage', { key: 'tableside.notifications.ada' }));
  expect(findFollow(other.snapshot().follows, order)).toMatchObject({ seen: 'digest', title: 'Order 7' });
  expect(new NotificationStore('bob').snapshot().follows).toEqual([]);
  other.remove(id);
  expect(new NotificationStore('ada').snapshot().follows).toEqual([]);
  end();
});

test('mentions are new from the first use on, also after a reload', () => {
  const { mentionsSeenAt } = new NotificationStore('ada').snapshot();
  const store = new NotificationStore('ada');
  expect(store.snapshot().mentionsSeenAt).toBe(mentionsSeenAt);
  store.setMentionsSeen(mentionsSeenAt + 5);
  store.setMentionsSeen(mentionsSeenAt);
  expect(new NotificationStore('ada').snapshot().mentionsSeenAt).toBe(mentionsSeenAt + 5);
  localStorage.setItem('tableside.notifications.ada', 'x');
  expect(new NotificationStore('ada').snapshot().follows).toEqual([]);
});
