import { describe, expect, it } from 'vitest';
import { matchEntries, type PaletteEntry } from './palette.utils';

function makeEntry(group: string, label: string, keywords: string[] = []): PaletteEntry {
  return { id: `${group} ${label}`, group, label, keywords, icon: null, run: () => {} };
}

const entries = [
  makeEntry('Tables', 'Customers', ['public.customers']),
  makeEntry('Tables', 'Order items', ['public.order_items']),
  makeEntry('Tables', 'Orders', ['public.orders']),
  makeEntry('Tables', 'Roast readings', ['public.roast_readings']),
  makeEntry('Views', 'In progress', ['Orders view']),
  makeEntry('Records', 'Bakery Lund', ['12']),
  makeEntry('Records', 'Order 10608', ['10608']),
  makeEntry('Records', 'Café Nord', ['7']),
  makeEntry('Settings', 'Dark theme'),
];

const matchLabels = (search: string) =>
  matchEntries(entries, search).flatMap(({ entries }) => entries.map(({ label }) => label));

describe('matchEntries', () => {
  it('returns every entry in the given order for an empty text', () => {
    expect(matchLabels('')).toEqual(entries.map(({ label }) => label));
  });

  it('matches whole parts of a text, never a subsequence of its letters', () => {
    expect(matchLabels('lund')).toEqual(['Bakery Lund']);
    expect(matchLabels('rdg')).toEqual([]);
  });

  it('finds an entry by its keywords', () => {
    expect(matchLabels('10608')).toEqual(['Order 10608']);
  });

  it('puts the best match of a group first, and groups with an equal text before the others', () => {
    expect(matchLabels('order')).toEqual(['Orders', 'Order items', 'In progress', 'Order 10608']);
    expect(matchEntries(entries, 'order 10608').map(({ heading }) => heading)).toEqual(['Records']);
    expect(matchEntries(entries, '10608')[0]?.heading).toBe('Records');
    expect(matchEntries(entries, 'order items')[0]?.entries[0]?.label).toBe('Order items');
  });

  it('keeps the results of the database, after the entries with the text', () => {
    const found = { ...makeEntry('Records', 'Lunch'), isFound: true };
    const labels = matchEntries([found, ...entries], 'lund').map((group) =>
      group.entries.map(({ label }) => label),
    );
    expect(labels).toEqual([['Bakery Lund', 'Lunch']]);
  });

  it('requires every word, in any order', () => {
    expect(matchLabels('theme dark')).toEqual(['Dark theme']);
    expect(matchLabels('theme light')).toEqual([]);
  });

  it('ignores case, accents and repeated spaces', () => {
    expect(matchLabels('CAFE  nord')).toEqual(['Café Nord']);
  });
});
