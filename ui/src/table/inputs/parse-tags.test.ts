import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { runInLocale } from '@/lib/browser/zone/locale';
import { parseTags } from './parse-tags';

describe('parseTags', () => {
  it.each([
    ['integer', '1, 2', ['1', '2']],
    ['integer', '1,2;3', ['1', '2', '3']],
    ['integer', '{4,5}', ['4', '5']],
    ['integer', '[6, null, 9007199254740993]', ['6', null, '9007199254740993']],
    ['integer', '7', ['7']],
    ['integer', ' , ', []],
    ['numeric', '1,5', ['1,5']],
    ['numeric', '1.5, 2.5', ['1.5', '2.5']],
    ['uuid', 'a\r\nb\n', ['a', 'b']],
    ['date', 'Nov 20, 2026', ['Nov 20, 2026']],
    ['date', '2026-11-20, 2026-11-21', ['2026-11-20', '2026-11-21']],
    ['timestamp', 'Nov 20, 2026, 2:30 PM', ['Nov 20, 2026, 2:30 PM']],
    ['text', 'Ethiopia, washed', ['Ethiopia, washed']],
    ['text', 'one\ntwo, three', ['one', 'two, three']],
    ['text', '["a, b", "c"]', ['a, b', 'c']],
    ['text', '[draft]', ['[draft]']],
  ] as const)('%s %j', (kind, text, items) => {
    expect(parseTags(makeColumn('tags', kind, { array: true }), text)).toEqual(items);
  });

  it('converts the plain numbers of a JSON array to the locale, in which tags are', () => {
    const prices = makeColumn('prices', 'numeric', { array: true });
    const parsed = runInLocale('de-DE', () => parseTags(prices, '[1.500, null, "2"]'));
    expect(parsed).toEqual(['1,500', null, '2']);
  });
});
