import { expect, it } from 'vitest';
import { noPresence, type Presence } from '@/data/live/presence/presence';
import { findFollowed, followHref, identifyPage } from './follow-target';

const orders = { schema: 'public', name: 'orders' };
const id = JSON.stringify(['public', 'orders']);
const user = { id: 'u', name: 'Signe', avatarUrl: '' };
const here: Presence = {
  ...{ user, tab: 't', record: [{ column: 'id', value: '7' }], recordKey: '["7"]', isOpen: true },
  ...{ column: null, query: 'view=board.status&order=due_on.desc', columns: [], filters: 0 },
};

it('finds the followed tab, where it moved, and another tab of the user after a reload', () => {
  const followed = { user, tab: 't' };
  const state = { ...noPresence, users: { [id]: [{ ...here, tab: 'other' }, here] } };
  expect(findFollowed(state, orders, followed)).toEqual({ kind: 'here', location: here });
  const next = { schema: 'public', name: 'lines' };
  const moves = { [id]: [{ user, tab: 't', next }] };
  expect(findFollowed({ ...noPresence, moves }, orders, followed)).toEqual({ kind: 'moved', next });
  const reloaded = { ...noPresence, users: { [id]: [{ ...here, tab: 'new' }] } };
  expect(findFollowed(reloaded, orders, followed)).toMatchObject({ kind: 'here', location: { tab: 'new' } });
  expect(findFollowed(noPresence, orders, followed)).toEqual({ kind: 'absent' });
});

it('shows the view and record of the followed user with the own filters', () => {
  expect(followHref(orders, 'status=eq.draft&view=gallery&panel=full&record=id.eq.1', here)).toBe(
    '/tables/public/orders?view=board.status&status=eq.draft&order=due_on.desc&record=id.eq.7&panel=full',
  );
  const inCell: Presence = { ...here, isOpen: false, column: 'city', query: '' };
  expect(followHref(orders, 'record=id.eq.1', inCell)).toBe('/tables/public/orders?record=id.eq.1');
  expect(followHref(orders, 'record=id.eq.1', { ...inCell, column: null, record: null })).toBe(
    '/tables/public/orders',
  );
});

it('ignores widths and the size of the record, but not filters', () => {
  const page = identifyPage('/tables/public/orders', 'record=id.eq.1');
  expect(identifyPage('/tables/public/orders', 'record=id.eq.1&panel=full&widths=id.90')).toBe(page);
  expect(identifyPage('/tables/public/orders', 'record=id.eq.1&status=eq.draft')).not.toBe(page);
});
