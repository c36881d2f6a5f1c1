import { toast } from '@/components/overlays/toast';
import type { Row } from '@/data/rows/row';
import { getExtent } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { gridMessages as messages } from '../../grid-messages';
import type { BlockEditing } from '../use-block-editing';
import { formatHTML, formatTSV } from './clipboard.utils';

/** Maximum number of cells that can be copied together. */
const maxCopiedCells = 50_000;

/** Cells in the two formats that are written to the clipboard. */
export interface ClipboardContent {
  text: string;
  html: string;
}

/**
 * Returns the selected block for the clipboard: immediately if all its rows are loaded, otherwise a promise that reads them
 * first. Returns undefined if nothing is selected, or too many cells; then it shows a message.
 */
export type GetBlockContent = (
  hasHeaders: boolean,
) => ClipboardContent | Promise<ClipboardContent> | undefined;

/** Returns a function that formats the selected block for the clipboard. */
export function useBlockCopy({ getColumns, getLoadedRows, readRows }: BlockEditing): GetBlockContent {
  const { block } = useTable();
  return (hasHeaders) => {
    const bounds = block.bounds();
    if (!bounds) return undefined;
    const extent = getExtent(bounds);
    const cellCount = extent.rows * extent.columns;
    if (cellCount > maxCopiedCells) {
      toast.info(messages.block.tooManyCells(maxCopiedCells, cellCount));
      return undefined;
    }
    const format = (rows: readonly Row[]): ClipboardContent => ({
      text: formatTSV(getColumns(bounds), rows, hasHeaders),
      html: formatHTML(getColumns(bounds), rows, hasHeaders),
    });
    const loaded = getLoadedRows(bounds);
    return loaded ? format(loaded) : readRows(bounds).then(format);
  };
}
