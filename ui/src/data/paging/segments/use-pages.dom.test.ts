import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderTerm, Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import type { ListRequest } from '@/data/rows/rows-api';
import { compareByOrder, listMemoryRows } from '@/data/testing/memory-rows';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { buildKeysetOrder } from '../cursor/keyset.utils';
import { usePages } from './use-pages';

/** The table as the database has it, how wrong its planner is, and the error of its responses. */
const database = vi.hoisted(() => ({
  rows: [] as Row[],
  estimateError: 1,
  deepest: 0,
  requests: 0,
  error: undefined as Error | undefined,
}));

vi.mock('@/data/rows/rows-api', () => ({
  listRows: async (_: unknown, request: ListRequest) => {
    database.requests += 1;
    if (database.error) throw database.error;
    database.deepest = Math.max(database.deepest, request.offset ?? 0);
    return listMemoryRows(database.rows, request, database.estimateError);
  },
}));
vi.mock('@/lib/auth/session', () => ({ useWorkspace: () => ({ limits: { maxRows: 10 } }) }));
// Otherwise a table for these tests would have to be so long that all of it is out of reach of an offset.
vi.mock('./segment', async (original) => {
  const runs = await original<typeof import('./segment')>();
  return {
    ...runs,
    findSegment: (here: never, next: never, context: never) => runs.findSegment(here, next, context, 40),
  };
});

// Estimates remain, as in a table that is too large to be counted. A test changes it.
const needsExactCount = vi.hoisted(() => vi.fn(() => false));
vi.mock('../counts/can-count-exactly', () => ({ needsExactCount }));

const table = makeTable('t', [
  makeColumn('id', 'integer', { nullable: false }),
  makeColumn('part', 'integer'),
  makeColumn('word', 'text', { nullable: false }),
]);

/** Numbers that are the same on each run. */
function createRandom(seed: number) {
  let state = seed * 2654435761;
  return (below: number) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}

function makeRows(length: number, below: ReturnType<typeof createRandom>): Row[] {
  const spread = 1 + below(4);
  return Array.from({ length }, (_, i) => ({
    id: String(i * spread + below(spread)),
    part: below(4) === 0 ? null : String(below(6)),
    word: ['ash', 'beech', 'elm', 'oak'][below(4)] ?? '',
  }));
}

const orders: OrderTerm[][] = [
  [],
  [{ column: 'id', descending: true }],
  [{ column: 'part', descending: false }],
  [{ column: 'part', descending: true, nullsFirst: false }],
  [{ column: 'word', descending: true }],
  [
    { column: 'part', descending: true },
    { column: 'word', descending: false },
  ],
];

beforeEach(() => {
  database.deepest = 0;
  database.requests = 0;
  database.error = undefined;
  database.estimateError = 1;
});

function openPages(order: readonly OrderTerm[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const view = { filters: [], order, columns: ['id', 'part', 'word'] };
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const { result } = renderHook(() => usePages(table, view), { wrapper });
  const sorted = () => {
    const total = buildKeysetOrder(table, order) ?? [];
    return database.rows.toSorted((a, b) => compareByOrder(total, a, b));
  };
  return { client, pages: () => result.current, sorted };
}

type OpenPages = ReturnType<typeof openPages>;

/** The loaded rows by their index. */
const listLoadedRows = ({ pages }: OpenPages) => [...pages().loadedRows()].toSorted(([a], [b]) => a - b);

/** Waits until rows are loaded that follow the table's order without a gap or a double. */
async function expectConsistentRows(opened: OpenPages) {
  await waitFor(
    () => {
      const ids = opened.sorted().map(({ id }) => id);
      const loaded = listLoadedRows(opened);
      const start = ids.indexOf(loaded[0]?.[1].id ?? '');
      expect(loaded.length).toBeGreaterThan(0);
      expect(loaded.map(([, row]) => row.id)).toEqual(ids.slice(start, start + loaded.length));
      expect(loaded.map(([index]) => index - (loaded[0]?.[0] ?? 0))).toEqual(loaded.map((_, i) => i));
    },
    { timeout: 3000, interval: 5 },
  );
}

/** Waits until each loaded row's index is its position in the table. */
async function expectKnownPositions(opened: OpenPages) {
  await waitFor(
    () => {
      expect(opened.pages().isPositionKnown).toBe(true);
      const sorted = opened.sorted();
      const loaded = listLoadedRows(opened);
      expect(loaded.length).toBeGreaterThan(0);
      expect(loaded.map(([, row]) => row.id)).toEqual(loaded.map(([index]) => sorted[index]?.id));
    },
    { timeout: 3000, interval: 5 },
  );
}

describe('usePages over random tables', () => {
  it.each(Array.from({ length: 24 }, (_, seed) => [seed]))(
    'shows each row once after any navigation, and knows the row numbers in the end (%d)',
    async (seed) => {
      const below = createRandom(seed + 1);
      database.rows = makeRows(200 + below(300), below);
      database.estimateError = [1, 0.6, 1.7][seed % 3] ?? 1;
      const opened = openPages(orders[seed % orders.length] ?? []);
      await waitFor(() => expect(opened.pages().count).toBeDefined());
      let at = 0;
      const show = (first: number) => {
        at = Math.max(0, first);
        act(() => opened.pages().setVisibleRange({ first: at, last: at + 6 }));
      };
      for (let move = 0; move < 8; move++) {
        const { length } = opened.pages();
        const kind = below(5);
        if (kind === 0) act(() => opened.pages().goTo({ kind: 'end' }));
        else if (kind === 1) act(() => opened.pages().goTo({ kind: 'start' }));
        else if (kind === 2) show(at + below(30) - 15);
        else show(below(Math.max(1, length - 7)));
        await expectConsistentRows(opened);
        await expectKnownPositions(opened);
        at = listLoadedRows(opened)[0]?.[0] ?? 0;
      }
    },
    30_000,
  );
});

describe('usePages', () => {
  it('reaches the first and the last row by scrolling after a wrong estimate', async () => {
    const below = createRandom(7);
    database.rows = makeRows(300, below);
    database.estimateError = 1.7;
    const opened = openPages([]);
    const { pages, sorted } = opened;
    await waitFor(() => expect(pages().count).toBeDefined());
    act(() => pages().setVisibleRange({ first: 250, last: 256 }));
    await expectConsistentRows(opened);
    await expectKnownPositions(opened);
    for (const [end, step] of [
      [0, -8],
      [299, 8],
    ] as const) {
      let first = listLoadedRows(opened)[0]?.[0] ?? 0;
      for (let i = 0; i < 45; i++) {
        first = Math.max(0, Math.min(pages().length - 7, first + step));
        act(() => pages().setVisibleRange({ first, last: first + 6 }));
        await waitFor(() => expect(pages().rowAt(first + 3)).toEqual(sorted()[first + 3]));
      }
      expect(pages().findIndex(({ id }) => id === sorted()[end]?.id)).toBe(end);
    }
    expect(pages().count).toEqual({ count: 300, exact: true });
    expect(database.deepest).toBeLessThanOrEqual(40);
  });

  it('returns no row twice after inserts and deletes', async () => {
    const below = createRandom(11);
    database.rows = makeRows(300, below);
    const opened = openPages([]);
    const { pages, sorted, client } = opened;
    await waitFor(() => expect(pages().count).toBeDefined());
    for (let i = 1; i <= 10; i++) {
      const at = below(250);
      act(() => pages().setVisibleRange({ first: at, last: at + 6 }));
      await expectConsistentRows(opened);
      const remaining = database.rows.filter(() => below(20) > 0);
      database.rows = [...remaining, ...makeRows(10, below).map((row) => ({ ...row, id: `${row.id}.${i}` }))];
      await act(() => client.invalidateQueries({ queryKey: rowKeys.table(table) }));
      await expectConsistentRows(opened);
    }
    act(() => pages().goTo({ kind: 'start' }));
    await waitFor(() => expect(pages().rowAt(0)).toEqual(sorted()[0]));
    act(() => pages().goTo({ kind: 'end' }));
    await waitFor(() => expect(pages().rowAt(pages().length - 1)).toEqual(sorted().at(-1)));
    await expectKnownPositions(opened);
  });

  it.each([5, 10, 95])(
    'is empty and filled again when all of %d rows are deleted and inserted',
    async (rows) => {
      const all = makeRows(rows, createRandom(13));
      database.rows = all;
      const opened = openPages([]);
      const { pages, client } = opened;
      const refreshed = () => act(() => client.invalidateQueries({ queryKey: rowKeys.table(table) }));
      await waitFor(() => expect(pages().length).toBe(rows));
      for (let i = 0; i < 3; i++) {
        database.rows = [];
        await refreshed();
        await waitFor(() => expect(pages().count).toEqual({ count: 0, exact: true }));
        database.rows = all;
        await refreshed();
        await waitFor(() => expect(pages().length).toBe(rows));
        await expectKnownPositions(opened);
      }
    },
  );
});

it('requests no pages beside one that the database rejects', async () => {
  const error = new Error('has not been populated');
  database.error = error;
  const { pages } = openPages([]);
  await waitFor(() => expect(pages().error).toBe(error));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(database.requests).toBe(1);
});

it('counts the rows of a small table exactly after a wrong estimate', async () => {
  needsExactCount.mockReturnValue(true);
  database.rows = makeRows(60, createRandom(1));
  database.estimateError = 0.3;
  const { pages } = openPages([]);
  await waitFor(() => expect(pages().count).toEqual({ count: 60, exact: true }));
  expect(pages().isCounting).toBe(false);
});
