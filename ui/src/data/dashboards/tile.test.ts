import { describe, expect, it } from 'vitest';
import { formatTiles, mergeTiles, moveTile, parseTiles, type Tile } from './tile';

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

describe('tiles that were changed in two places', () => {
  /** A letter is a tile; `A` is the tile `a` with another title. */
  const read = (text: string): Tile[] =>
    [...text].map((letter) => ({ ...action, id: letter.toLowerCase(), title: letter }));
  const write = (merged: readonly Tile[]) => merged.map(({ title }) => title).join('');

  it.each<[name: string, base: string, edited: string, stored: string, merged: string]>([
    ['a move and a change', 'abcd', 'bacd', 'abCd', 'baCd'],
    ['two moves', 'abcd', 'bacd', 'abdc', 'badc'],
    ['several moves and an added tile', 'abcd', 'dbca', 'abcdx', 'dbcax'],
    ['a move and an added tile', 'abc', 'cab', 'abcx', 'cabx'],
    ['a change and a move', 'abc', 'Abc', 'cba', 'cbA'],
    ['two added tiles', 'ab', 'abx', 'aby', 'abyx'],
    ['a removed tile and a move', 'abc', 'ac', 'cba', 'ca'],
    ['a move and a removed tile', 'abc', 'cba', 'ab', 'ba'],
    ['the same change', 'abc', 'acb', 'acb', 'acb'],
    ['two changes of one tile: the edit', 'ab', 'Ab', 'ab', 'Ab'],
    ['no edit', 'abc', 'abc', 'cBx', 'cBx'],
  ])('are merged: %s', (_, base, edited, stored, merged) => {
    expect(write(mergeTiles(read(base), read(edited), read(stored)))).toBe(merged);
  });
});
