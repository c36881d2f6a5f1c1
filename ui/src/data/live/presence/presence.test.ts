import { expect, it } from 'vitest';
import { PresentClients } from '../present-clients';
import { type PageLocation, PresenceStore } from './presence';
import { encodeLocation, encodeMove, readPresence } from './presence-wire';

const orders = { schema: 'public', name: 'orders' };
const view = { query: 'order=id.asc', columns: ['id'], filters: 1 };
const key = (value: string) => [{ column: 'id', value }];
const ada = { id: 'u-ada', name: 'Ada', avatarUrl: '' };

it('reports the edited cell of the page, and the open record after the edit', () => {
  const { location } = new PresenceStore();
  location.setPage({ ...orders, ...view, record: key('1') });
  expect(location.snapshot()).toMatchObject({ record: key('1'), isOpen: true, column: null });
  const endOfFirst = location.beginEdit({ record: key('1'), column: 'name' });
  expect(location.snapshot()).toMatchObject({ record: key('1'), isOpen: true, column: 'name' });
  const end = location.beginEdit({ record: key('2'), column: 'city' });
  endOfFirst();
  expect(location.snapshot()).toMatchObject({ record: key('2'), isOpen: false, column: 'city' });
  end();
  expect(location.snapshot()).toMatchObject({ record: key('1'), isOpen: true, column: null });
  location.setPage(undefined);
  expect(location.snapshot()).toBeUndefined();
});

const message = (browser: string, n: number, ...locations: object[]) => ({
  user: ada,
  browser,
  n,
  locations,
});
const at = (record: string | null): PageLocation => ({
  ...{ ...orders, ...view, column: null },
  ...{ record: record === null ? null : key(record), isOpen: record !== null },
});
const onRecord = (record: string) => encodeLocation('t', at(record));

it('reads what the relay passes on, and nothing without a user', () => {
  const read = readPresence(
    message('b', 1, onRecord('7'), encodeMove('t2', { schema: 'public', name: 'lines' })),
  );
  expect(read?.users).toEqual([
    { user: ada, tab: 't', record: key('7'), recordKey: '["7"]', isOpen: true, column: null, ...view },
  ]);
  expect(read?.moves).toEqual([{ user: ada, tab: 't2', next: { schema: 'public', name: 'lines' } }]);
  expect(readPresence(message('b', 1, { tab: 't' }))?.users).toMatchObject([{ record: null, query: '' }]);
  // The relay removes a record that the user can't read.
  const hidden = readPresence(message('b', 1, { tab: 't', view: '', column: 'city', isOpen: true }));
  expect(hidden?.users[0]).toMatchObject({ record: null, recordKey: '', isOpen: false, column: null });
  for (const invalid of [
    null,
    7,
    {},
    { ...message('b', 1), user: { id: 1 } },
    { ...message('b', 1), locations: 1 },
  ])
    expect(readPresence(invalid)).toBeUndefined();
});

it('shows the newest location of each browser until its last presence ends', () => {
  const clients = new PresentClients();
  const records = () => clients.list('u-bob').users.map(({ recordKey }) => recordKey);
  clients.update(message('b', 3, onRecord('3')));
  expect(records()).toEqual([]);
  expect(clients.add('ref-1', message('b', 1, onRecord('1')))).toBe(true);
  expect(records()).toEqual(['["3"]']);
  clients.update(message('b', 2, onRecord('2')));
  expect(records()).toEqual(['["3"]']);
  expect(clients.add('ref-2', message('b', 4, onRecord('4')))).toBe(false);
  clients.remove('ref-1');
  expect(records()).toEqual(['["4"]']);
  expect(clients.list('u-ada').users).toEqual([]);
  clients.remove('ref-2');
  expect(records()).toEqual([]);
});
