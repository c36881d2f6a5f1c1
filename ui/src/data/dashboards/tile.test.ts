import { describe, expect, it } from 'vitest';
import { formatTiles, moveTile, parseTiles, type Tile } from './tile';

const chart: Tile = {
  id: 'a',
  kind: 'chart',
  title: 'Umsatz, „netto“\u00a0\u2028 und mehr',
  width: 'large',
  schema: 'public',
  table: 'Order lines',
  query: 'view=chart&chart=bar.count.by(%22Due+on%22)',
};
const list: Tile = {
  id: 'b',
  kind: 'list',
  title: '',
  width: 'medium',
  schema: 'public',
  table: 'orders',
  query: '',
};
const action: Tile = { id: 'c', kind: 'action', title: '', width: 'small', action: 'rpc.close_day' };

describe('tiles', () => {
  it('are stored without white space and read back', () => {
    const text = formatTiles([chart, list, action]);
    expect(text).not.toMatch(/[\s\p{Cc}]/u);
    expect(parseTiles(text)).toEqual([chart, list, action]);
  });

  it('of other versions or users are left out if they are invalid', () => {
    const stored = [
      { ...list, width: 'huge' },
      { ...list, id: 'b' },
      { ...list, id: 'd', table: 5 },
      { id: 'e', kind: 'map' },
      { ...action, action: null },
      null,
      'x',
    ];
    expect(parseTiles(JSON.stringify(stored))).toEqual([list]);
    for (const text of ['', '{', '{}', 'status=eq.draft']) expect(parseTiles(text)).toEqual([]);
  });

  it('move to a position, and stay where there is none', () => {
    const ids = (tiles: readonly Tile[]) => tiles.map(({ id }) => id).join('');
    const tiles = [chart, list, action];
    expect(ids(moveTile(tiles, 'a', 2))).toBe('bca');
    expect(ids(moveTile(tiles, 'c', 0))).toBe('cab');
    for (const index of [-1, 3, 0]) expect(moveTile(tiles, 'a', index)).toBe(tiles);
  });
});
