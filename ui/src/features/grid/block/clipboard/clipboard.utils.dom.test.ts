import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { type CopiedCells, formatHTML, formatTSV, parseClipboard, parseTSV } from './clipboard.utils';

const getTexts = (cells: CopiedCells) => cells.map((row) => row.map(({ text }) => text));

describe('parseTSV', () => {
  const cases: [name: string, text: string, cells: string[][]][] = [
    ['one cell', 'a', [['a']]],
    [
      'a row and a column',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['the line break that Excel puts at the end', 'a\tb\r\n', [['a', 'b']]],
    [
      'an empty last cell',
      'a\t\nb\t',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    ['an empty row in between', 'a\n\nb', [['a'], [''], ['b']]],
    ['line breaks, tabs and quotes in quotes', '"a\nb\t""c"""\td', [['a\nb\t"c"', 'd']]],
    ['quotes that are part of the text', 'say "hi"\t"x" y\n5" pipe', [['say "hi"', '"x" y'], ['5" pipe']]],
    ['a quote that is never closed', '"a\tb', [['"a', 'b']]],
    ['an empty text in quotes', '""\tx', [['', 'x']]],
    ['carriage returns as line ends', 'a\rb', [['a'], ['b']]],
    ['nothing', '', [['']]],
  ];
  it.each(cases)('reads %s', (_, text, cells) => {
    expect(parseTSV(text)).toEqual(cells);
  });
});

const columns = [
  makeColumn('id', 'integer', { base: 'int8' }),
  makeColumn('note', 'text', { base: 'text', title: 'A note' }),
  makeColumn('tags', 'text', { base: 'text', array: true }),
  makeColumn('done', 'boolean', { base: 'bool' }),
  makeColumn('data', 'json', { base: 'json' }),
];
const rows = [
  {
    id: '9007199254740993',
    note: ' a\tb\r\n"c" <i> ',
    tags: ['x', null, 'y,z'],
    done: true,
    data: '{"n": 1.50}',
  },
  { id: '1', note: '', tags: [], done: false, data: 'null' },
  { id: '2', note: null, tags: null, done: null, data: null },
];

describe('formatTSV and formatHTML', () => {
  it('format text for spreadsheets', () => {
    expect(formatTSV(columns.slice(0, 2), rows, true).split('\n')).toEqual([
      'id\tA note',
      '9007199254740993\t" a\tb\r',
      '""c"" <i> "',
      '1\t',
      '2\t',
    ]);
    expect(formatTSV(columns.slice(1, 2), rows.slice(0, 1), false)).toBe(rows[0]?.note);
  });

  it('format values that parse to the same values; NULL differs from an empty text', () => {
    const parsed = parseClipboard(formatHTML(columns, rows, true), formatTSV(columns, rows, true));
    expect(parsed.map((row) => row.map(({ original }) => original?.value))).toEqual(
      rows.map((row) => Object.values(row)),
    );
    expect(parsed[0]?.map(({ original }) => original?.type)).toEqual([
      'int8',
      'text',
      'text[]',
      'bool',
      'json',
    ]);
  });

  it('mark cells as text that Excel would round or convert', () => {
    const html = formatHTML(columns.slice(0, 2), [{ id: '12', note: '007' }, rows[0] ?? {}], false);
    const cells = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('td');
    expect([...cells].map((cell) => cell.hasAttribute('style'))).toEqual([false, true, true, true]);
  });
});

describe('parseClipboard', () => {
  it('prefers the text of other programs to their table', () => {
    const html = '<table><tr><td>1,234.50</td></tr></table>';
    expect(getTexts(parseClipboard(html, '1234.5'))).toEqual([['1234.5']]);
  });

  it('parses a table if there is no text: merged cells, line breaks, white space', () => {
    const html = `<html><body><table>
      <tr><th colspan=2>Head</th><td rowspan=2>tall</td></tr>
      <tr><td>a<br>
          b  c</td><td>&nbsp;x <b>y</b></td></tr>
      <tr><td><p>one</p><p>two</p></td></tr></table></body></html>`;
    expect(getTexts(parseClipboard(html, ''))).toEqual([
      ['Head', '', 'tall'],
      ['a\nb c', 'x y', ''],
      ['one\ntwo', '', ''],
    ]);
  });

  it('pads rows to equal length', () => {
    expect(getTexts(parseClipboard('', 'a\tb\nc'))).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
  });

  it('returns no cells for an empty clipboard', () => {
    expect(parseClipboard('', '')).toEqual([]);
    expect(parseClipboard('<p>hi</p>', '')).toEqual([]);
  });
});
