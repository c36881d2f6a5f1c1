import { describe, expect, it } from 'vitest';
import { mergeTiles } from './merge-tiles';
import type { Tile } from './tile';

describe('tiles that were changed in two places', () => {
  /** A letter is a tile; `A` is the tile `a` with another title. */
  const read = (text: string): Tile[] =>
    [...text].map((letter) => ({
      ...{ kind: 'action', width: 'small', action: 'rpc.close_day' },
      ...{ id: letter.toLowerCase(), title: letter },
    }));
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
    ['several moves and a move', 'abcdef', 'facdeb', 'cabdef', 'fcadeb'],
    ['a move and several moves', 'abcdef', 'cabdef', 'facdeb', 'fcadeb'],
    ['several moves of each', 'abcdefgh', 'bacdefhg', 'abdcfegh', 'badcfehg'],
    ['moves of the tiles beside a moved tile', 'abcd', 'bcad', 'cabd', 'cbad'],
    ['two moves past the same tile', 'abc', 'bac', 'acb', 'cba'],
    ['several moves, a change, an added and a removed tile', 'abcdef', 'fbcdea', 'aCbdfx', 'fCbdax'],
    ['a move to the start and one to the end', 'abcd', 'dabc', 'bcda', 'dbca'],
    ['the same moves and another one', 'abcde', 'badce', 'badec', 'badec'],
    ['an added tile that was moved', 'abc', 'xabc', 'cab', 'xcab'],
    ['added tiles before and behind a moved tile', 'abc', 'bxacy', 'abcz', 'bxaczy'],
    ['a removed tile, and a move behind it', 'abcd', 'acbd', 'abd', 'abd'],
    ['removed tiles and several moves', 'abcdef', 'fbda', 'bcadef', 'fbda'],
    ['all tiles removed, and a move', 'abc', '', 'cab', ''],
    ['moves of a dashboard that was emptied', 'abc', 'cabx', '', 'x'],
  ])('are merged: %s', (_, base, edited, stored, merged) => {
    expect(write(mergeTiles(read(base), read(edited), read(stored)))).toBe(merged);
  });

  it('have the order of the edit or of the stored tiles if only one of them was moved', () => {
    const permute = (text: string): string[] =>
      text === '' ? [''] : [...text].flatMap((x) => permute(text.replace(x, '')).map((rest) => x + rest));
    for (const order of permute('abcde')) {
      expect(write(mergeTiles(read('abcde'), read(order), read('abcde')))).toBe(order);
      expect(write(mergeTiles(read('abcde'), read('abcde'), read(order)))).toBe(order);
      expect(write(mergeTiles(read('abcde'), read(order), read(order)))).toBe(order);
    }
  });
});
