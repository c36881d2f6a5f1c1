import { formatCount, formatPlural } from '@/lib/format';
import type { ProposedBlockChange } from './use-block-changes';

const verbs = { paste: ['Paste', 'pasted'], fill: ['Fill', 'filled'], clear: ['Clear', 'cleared'] } as const;

/** 'Paste into 24 cells of 12 rows?' */
export function formatQuestion({ kind, cellCount, edits, newRows }: ProposedBlockChange): string {
  const [verb, past] = verbs[kind];
  if (cellCount === 0) return newRows.length > 0 ? `${verb} as new rows?` : `Nothing can be ${past} here`;
  const into = kind === 'paste' ? ' into' : '';
  return `${verb}${into} ${formatPlural(cellCount, 'cell')} of ${formatPlural(edits.length, 'row')}?`;
}

/** What the button does: 'Change 24 cells, add 3 rows'. Undefined if nothing is left to do. */
export function formatConfirmLabel(
  { cellCount, problems, lockedColumns, newRows }: ProposedBlockChange,
  withAdded: boolean,
): string | undefined {
  const rest = problems.length + lockedColumns.length > 0 ? 'the other ' : '';
  const parts = [
    ...(cellCount > 0
      ? [`change ${rest}${cellCount === 1 && rest ? 'cell' : formatPlural(cellCount, 'cell')}`]
      : []),
    ...(withAdded ? [`add ${formatPlural(newRows.length, 'row')}`] : []),
  ];
  const text = parts.join(', ');
  return text === '' ? undefined : text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** '2 columns have no place to the right, and are left out.' */
export function formatOmittedColumns(cut: number): string {
  return cut === 1
    ? 'One column has no place to the right, and is left out.'
    : `${formatCount(cut)} columns have no place to the right, and are left out.`;
}
