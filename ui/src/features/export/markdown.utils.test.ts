import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { formatMarkdownTable } from './markdown.utils';

const columns = [
  makeColumn('id', 'integer'),
  makeColumn('note', 'text', { title: 'Note | remark' }),
  makeColumn('tags', 'text', { array: true }),
];

it('escapes special characters and line breaks in cells', () => {
  const rows = [
    { id: '1', note: 'a|b\nsecond *line* &lt;', tags: ['x', 'y'] },
    { id: '9007199254740993', note: null, tags: null },
  ];
  expect(formatMarkdownTable(columns, rows)).toBe(
    [
      '| id | Note \\| remark | tags |',
      '| --: | --- | --- |',
      '| 1 | a\\|b<br>second \\*line\\* \\&lt; | x, y |',
      '| 9007199254740993 |  |  |',
      '',
    ].join('\n'),
  );
});

it('contains only the header if there are no rows', () => {
  expect(formatMarkdownTable(columns, []).split('\n')).toHaveLength(3);
});
