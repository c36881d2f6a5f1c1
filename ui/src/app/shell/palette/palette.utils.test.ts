import { describe, expect, it } from 'vitest';
import { matchEntries, type PaletteEntry } from './palette.utils';

function entry(group: string, label: string, keywords: string[] = []): PaletteEntry {
  return { id: `${group} ${label}`, group, label, keywords, icon: null, run: () => {} };
}

const entries = [
  entry('Tables', 'Customers', ['public.customers']),
  entry('Tables', 'Order items', ['public.order_items']),
  entry('Tables', 'Orders', ['public.orders']),
  entry('Tables', 'Roast readings', ['public.roast_readings']),
  entry('Views', 'In progress', ['Orders view']),
  entry('Records', 'Bakery Lund', ['12']),
  entry('Records', 'Order 10608', ['10608']),
  entry('Records', 'Café Nord', ['7']),
  entry('Settings', 'Dark theme'),
];

const found = (search: string) =>
  matchEntries(entries, search).flatMap(({ entries }) => entries.map(({ label }) => label));

describe('matchEntries', () => {
  it('returns every entry in the given order for an empty text', () => {
    expect(found('')).toEqual(entries.map(({ label }) => label));
  });

  it('matches whole parts of a text, never a subsequence of its letters', () => {
    expect(found('lund')).toEqual(['Bakery Lund']);
    expect(found('rdg')).toEqual([]);
  });

  it('finds an entry by its keywords', () => {
    expect(found('10608')).toEqual(['Order 10608']);
  });

  it('puts the best match and its group first, also where a label begins with the text', () => {
    expect(found('order')).toEqual(['Orders', 'Order items', 'Order 10608', 'In progress']);
    expect(matchEntries(entries, 'order 10608').map(({ heading }) => heading)).toEqual(['Records']);
    expect(matchEntries(entries, 'order items')[0]?.entries[0]?.label).toBe('Order items');
  });

  it('requires every word, in any order', () => {
    expect(found('theme dark')).toEqual(['Dark theme']);
    expect(found('theme light')).toEqual([]);
  });

  it('ignores case, accents and repeated spaces', () => {
    expect(found('CAFE  nord')).toEqual(['Café Nord']);
  });
});
