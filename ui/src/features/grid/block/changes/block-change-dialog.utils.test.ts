import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { gridMessages } from '../../grid-messages';
import { formatConfirmLabel, formatQuestion } from './block-change-dialog.utils';
import type { ProposedBlockChange } from './use-block-changes';

const column = makeColumn('a', 'text');
const emptyChange = {
  edits: [],
  cellCount: 0,
  problems: [],
  lockedColumns: [],
  newRows: [],
  pastEndCount: 0,
  omittedColumnCount: 0,
};
const makeEdits = (count: number) => Array.from({ length: count }, () => ({ baseRow: {}, changes: {} }));
const problem = { row: undefined, column, text: '', problem: 'No.' };
const makeChange = (parts: Partial<ProposedBlockChange>): ProposedBlockChange => ({
  kind: 'paste',
  ...emptyChange,
  ...parts,
});

describe('formatQuestion and formatConfirmLabel', () => {
  const cases: [
    name: string,
    proposal: ProposedBlockChange,
    addsRows: boolean,
    question: string,
    button: string | undefined,
  ][] = [
    [
      'many cells',
      makeChange({ cellCount: 24, edits: makeEdits(12) }),
      false,
      'Paste into 24 cells in 12 rows?',
      'Change 24 cells',
    ],
    [
      'one row',
      makeChange({ kind: 'clear', cellCount: 24, edits: makeEdits(1) }),
      false,
      'Clear 24 cells in 1 row?',
      'Change 24 cells',
    ],
    [
      'the valid cells',
      makeChange({ kind: 'fill', cellCount: 2, edits: makeEdits(2), problems: [problem] }),
      false,
      'Fill 2 cells in 2 rows?',
      'Change the other 2 cells',
    ],
    [
      'a single valid cell',
      makeChange({ cellCount: 1, edits: makeEdits(1), problems: [problem] }),
      false,
      'Paste into 1 cell in 1 row?',
      'Change the other cell',
    ],
    [
      'cells and rows to add',
      makeChange({ cellCount: 2, edits: makeEdits(1), newRows: [{}] }),
      true,
      'Paste into 2 cells in 1 row?',
      'Change 2 cells, add 1 row',
    ],
    ['only rows to add', makeChange({ newRows: [{}, {}] }), true, 'Paste as new rows?', 'Add 2 rows'],
    [
      'no valid cell',
      makeChange({ kind: 'clear', problems: [problem] }),
      false,
      'Nothing can be cleared here',
      undefined,
    ],
  ];
  it.each(cases)('ask about %s', (_, proposal, addsRows, question, button) => {
    expect([formatQuestion(proposal), formatConfirmLabel(proposal, addsRows)]).toEqual([question, button]);
  });

  it('count the columns past the last one', () => {
    const { omittedColumns } = gridMessages.change;
    expect(omittedColumns(1)).toMatch(/^1 column doesn’t fit/);
    expect(omittedColumns(2)).toMatch(/^2 columns don’t fit/);
  });
});
