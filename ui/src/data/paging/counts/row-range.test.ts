import { describe, expect, it, vi } from 'vitest';
import type { Row } from '@/data/rows/row';
import type { ListRequest } from '@/data/rows/rows-api';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { fetchRange } from './row-range';

const table = makeTable('orders', [makeColumn('id', 'integer', { nullable: false })]);
const view = { filters: [], order: [], columns: ['id'] };
const row = (index: number): Row => ({ id: String(index) });

/** A table in which the id of each row is its index. It supports offsets and keys. */
function setUp(length: number) {
  const list = vi.fn(async (_: unknown, { filters = [], order = [], offset = 0, limit }: ListRequest) => {
    const [past] = filters;
    const anchor = past?.kind === 'condition' ? Number(past.value) : undefined;
    const ids = order[0]?.descending
      ? Array.from({ length: anchor ?? length }, (_, i) => (anchor ?? length) - 1 - i)
      : Array.from({ length }, (_, i) => i).filter((id) => anchor === undefined || id > anchor);
    return { rows: ids.slice(offset, offset + limit).map(row), total: undefined };
  });
  const read = (first: number, last: number, loaded: readonly number[], size = 3) =>
    fetchRange({
      ...{ table, view, size, list },
      range: { first, last },
      getKnownRow: (index) => (loaded.includes(index) ? row(index) : undefined),
    });
  return { list, read };
}

const ids = (rows: readonly (Row | undefined)[]) => rows.map((each) => each && Number(each.id));

describe('fetchRange', () => {
  it('sends no request for loaded rows', async () => {
    const { read, list } = setUp(20);
    expect(ids(await read(2, 4, [2, 3, 4]))).toEqual([2, 3, 4]);
    expect(list).not.toHaveBeenCalled();
  });

  it('continues after the previous row, by key', async () => {
    const { read, list } = setUp(20);
    expect(ids(await read(2, 9, [2]))).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(list.mock.calls.map(([, request]) => [request.offset, request.filters?.length])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
  });

  it('reads backward from the next row', async () => {
    const { read } = setUp(20);
    expect(ids(await read(3, 9, [9]))).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  it('fills gaps between rows', async () => {
    const { read } = setUp(20);
    expect(ids(await read(0, 8, [4, 5]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('uses an offset if no row is loaded', async () => {
    const { read, list } = setUp(20);
    expect(ids(await read(6, 8, []))).toEqual([6, 7, 8]);
    expect(list.mock.calls[0]?.[1].offset).toBe(6);
  });

  it('counts the offset from the start of the indexes', async () => {
    const { list } = setUp(20);
    const getKnownRow = () => undefined;
    const rows = await fetchRange({
      table,
      view,
      size: 3,
      list,
      baseOffset: 10,
      range: { first: 2, last: 3 },
      getKnownRow,
    });
    expect(ids(rows)).toEqual([12, 13]);
  });

  it('omits rows that no longer exist', async () => {
    const { read } = setUp(5);
    expect(ids(await read(3, 7, [3]))).toEqual([3, 4, undefined, undefined, undefined]);
  });
});
