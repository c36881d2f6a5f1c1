import { toast } from '@/components/overlays/toast';
import type { Row } from '@/data/rows/row';
import { formatCount } from '@/lib/format';
import { extentOf } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import type { BlockEditing } from '../use-block-editing';
import { formatHTML, formatTSV } from './clipboard.utils';

/** Cells that can be copied at once. */
const maxCopiedCells = 50_000;

/** The two forms in which cells go to the clipboard. */
export interface ClipboardContent {
  text: string;
  html: string;
}

/** What the selected block is as a copy. */
export function useBlockCopy({ columnsOf, rowsNow, readRows }: BlockEditing) {
  const { block } = useTable();
  /** What to copy: now where all rows are loaded, else when they are read. Undefined if it can't be, which is told. */
  const copied = (headers: boolean): ClipboardContent | Promise<ClipboardContent> | undefined => {
    const bounds = block.bounds();
    if (!bounds) return undefined;
    const extent = extentOf(bounds);
    const cells = extent.rows * extent.columns;
    if (cells > maxCopiedCells) {
      toast.info(
        `At most ${formatCount(maxCopiedCells)} cells can be copied; this block has ${formatCount(cells)}. Export as CSV for more.`,
      );
      return undefined;
    }
    const format = (rows: readonly Row[]): ClipboardContent => ({
      text: formatTSV(columnsOf(bounds), rows, headers),
      html: formatHTML(columnsOf(bounds), rows, headers),
    });
    const now = rowsNow(bounds);
    return now ? format(now) : readRows(bounds).then(format);
  };
  return copied;
}
