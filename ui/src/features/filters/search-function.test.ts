import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatFilters } from '@/data/query/filters/filters.utils';
import { makeAction, makeBaseTable, makeColumn, makeSchema } from '@/testing/api-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { findRecordsByFunction, recordFilter } from './record-search.utils';
import { findSearchFunction } from './search-function';

const customers = makeBaseTable('customers', {
  columns: [makeColumn('id', 'integer'), makeColumn('name', 'text'), makeColumn('words', 'tsvector')],
});
const schema = makeSchema([customers]);
const search = makeAction('tableside_search', { hidden: true });

afterEach(() => void vi.unstubAllGlobals());

describe('tableside_search', () => {
  it('is used only if it is installed', () => {
    expect(findSearchFunction(schema)).toBeUndefined();
    expect(findSearchFunction({ ...schema, actions: [search] })).toBe(search);
  });

  it('searches all tables with one call, and returns records of the tables in the schema', async () => {
    const row = (table_name: string, record: unknown) => ({ table_schema: 'public', table_name, record });
    const sent = respondWith({
      'POST /api/rpc/tableside_search': [
        row('customers', { id: 12, name: 'Bakery Lund' }),
        row('customers', { name: 'without a key' }),
        row('secrets', { id: 1 }),
        'not a row',
      ],
    });
    const found = await findRecordsByFunction(schema, search, 'lund', new AbortController().signal);
    expect(sent).toHaveLength(1);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ query: 'lund' });
    expect(found.map(({ heading, record }) => [heading, record])).toEqual([['Bakery Lund', 'id.eq.12']]);
  });
});

it('the search of one table includes its full-text column', () => {
  const filters = recordFilter(customers, 'fresh bread');
  expect(formatFilters(filters ? [filters] : [])[0]?.[1]).toContain('words.wfts."fresh bread"');
  const large = recordFilter({ ...customers, estimatedRows: 5_000_000 }, 'fresh bread');
  expect(formatFilters(large ? [large] : [])[0]?.[1]).not.toContain('name.ilike');
});
