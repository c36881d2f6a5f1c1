import { gridMessages } from '../../grid-messages';
import type { ProposedBlockChange } from './use-block-changes';

const messages = gridMessages.change;

/** Returns the question that the dialog asks: 'Paste into 24 cells in 12 rows?' */
export function formatQuestion({ kind, cellCount, edits, newRows }: ProposedBlockChange): string {
  if (cellCount > 0) return messages.question(kind, cellCount, edits.length);
  return newRows.length > 0 ? messages.newRowsQuestion(kind) : messages.nothingToChange(kind);
}

/** Returns the label of the button: 'Change 24 cells, add 3 rows'. Undefined if the change has no valid part. */
export function formatConfirmLabel(
  { cellCount, problems, lockedColumns, newRows }: ProposedBlockChange,
  addsRows: boolean,
): string | undefined {
  const cells = messages.confirmCells(cellCount, problems.length + lockedColumns.length > 0);
  if (!addsRows) return cellCount > 0 ? cells : undefined;
  return cellCount > 0
    ? messages.confirmCellsAndRows(cells, newRows.length)
    : messages.confirmRows(newRows.length);
}
