import { formatCount, plural } from '@/lib/format';
import type { Proposal } from './use-block-changes';

const verbs = { paste: ['Paste', 'pasted'], fill: ['Fill', 'filled'], clear: ['Clear', 'cleared'] } as const;

/** 'Paste into 24 cells of 12 rows?' */
export function questionOf({ kind, cells, edits, added }: Proposal): string {
  const [verb, past] = verbs[kind];
  if (cells === 0) return added.length > 0 ? `${verb} as new rows?` : `Nothing can be ${past} here`;
  const into = kind === 'paste' ? ' into' : '';
  return `${verb}${into} ${plural(cells, 'cell')} of ${plural(edits.length, 'row')}?`;
}

/** What the button does: 'Change 24 cells, add 3 rows'. Undefined if nothing is left to do. */
export function wayOut({ cells, problems, locked, added }: Proposal, withAdded: boolean): string | undefined {
  const rest = problems.length + locked.length > 0 ? 'the other ' : '';
  const parts = [
    ...(cells > 0 ? [`change ${rest}${cells === 1 && rest ? 'cell' : plural(cells, 'cell')}`] : []),
    ...(withAdded ? [`add ${plural(added.length, 'row')}`] : []),
  ];
  const text = parts.join(', ');
  return text === '' ? undefined : text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** '2 columns have no place to the right, and are left out.' */
export function cutText(cut: number): string {
  return cut === 1
    ? 'One column has no place to the right, and is left out.'
    : `${formatCount(cut)} columns have no place to the right, and are left out.`;
}
