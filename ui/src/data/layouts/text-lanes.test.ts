import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { condition } from '@/data/query/filters/filters.utils';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { errorResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { maxTextLanes, selectTextLanes, textLanesQuery } from './text-lanes';

const stage = makeColumn('stage', 'text', { base: 'text', nullable: true });
const table = makeTable('deals', [makeColumn('id', 'integer'), stage]);
const toGroups = (...values: (string | null)[]) => values.map((value) => ({ value, count: 1 }));

describe('selectTextLanes', () => {
  const select = (values: readonly (string | null)[], previous: readonly string[] = [], column = stage) =>
    selectTextLanes(column, toGroups(...values), previous).values;

  it('sorts the usual first values first, finished and abandoned values last, others by their text', () => {
    expect(select(['closed-lost', 'Won', 'stage 10', 'New', 'stage 2', 'In progress', null])).toEqual([
      'New',
      'In progress',
      'stage 2',
      'stage 10',
      'Won',
      'closed-lost',
    ]);
  });
  it('starts with the default of the column', () => {
    const column = { ...stage, default: "'it''s here'::text" };
    expect(select(['a', 'new', 'it', "it's here"], [], column)).toEqual(["it's here", 'new', 'a', 'it']);
    const short = { ...stage, default: "'b'::character varying(20)" };
    expect(select(['new', 'b'], [], short)).toEqual(['b', 'new']);
  });
  it('contains the previous values, also the empty text', () => {
    expect(select(['b'], ['', 'a', 'b'])).toEqual(['', 'a', 'b']);
  });
  it('contains the most frequent values, and reports that there are others', () => {
    const many = Array.from({ length: maxTextLanes + 5 }, (_, i) => ({ value: `v${i}`, count: i }));
    const { values, isTruncated } = selectTextLanes(stage, many, ['previous']);
    expect(values).toEqual(many.slice(5).map(({ value }) => value));
    expect(isTruncated).toBe(true);
    expect(selectTextLanes(stage, toGroups('a', 'x'.repeat(201)), [])).toEqual({
      values: ['a'],
      isTruncated: true,
    });
    expect(selectTextLanes(stage, toGroups('a', null), []).isTruncated).toBe(false);
  });
});

describe('textLanesQuery', () => {
  it('reads the values of the filtered rows, and keeps those of its previous response', async () => {
    let groups = [
      { stage: 'a', group_size: 3 },
      { stage: 'b', group_size: 1 },
      { stage: null, group_size: 1 },
    ];
    const sent = respondWith({ 'GET /api/rows/deals': () => groups });
    const client = new QueryClient();
    const query = textLanesQuery(table, stage, [condition('stage', 'neq', 'c')]);
    expect(await client.query(query)).toEqual({ values: ['a', 'b'], isTruncated: false });
    expect(sent.at(-1)?.query.get('stage')).toBe('neq.c');
    groups = [{ stage: 'd', group_size: 3 }];
    await client.invalidateQueries();
    expect(await client.query(query)).toEqual({ values: ['a', 'b', 'd'], isTruncated: false });
  });

  it('without aggregates, reads no more values than it needs to know that there are more', async () => {
    let requests = 0;
    respondWith({
      'GET /api/rows/deals': ({ query }: SentRequest) => {
        if (query.get('select')?.includes('count()')) return errorResponse(400, 'PGRST123', 'not allowed');
        requests += 1;
        return [{ stage: `v${requests}` }];
      },
    });
    const lanes = await new QueryClient().query(textLanesQuery(table, stage, []));
    expect(lanes.isTruncated).toBe(true);
    expect(lanes.values).toHaveLength(maxTextLanes);
    expect(requests).toBeLessThan(40);
  });
});
