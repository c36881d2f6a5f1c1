import {
  ArrowDownToLine,
  ClipboardCopy,
  ClipboardPaste,
  Eraser,
  Scissors,
  TableProperties,
} from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from '@/components/overlays/context-menu';
import type { RowSource } from '@/data/paging/row-source';
import type { Row } from '@/data/rows/row';
import { lockReason } from '@/data/writes/batches/guards.utils';
import { useTable } from '@/table/table-context';
import { type RowAction, type RowActionsOptions, useRowActions } from '../use-row-actions';
import styles from './cell-menu.module.css';
import type { CellInteraction } from './use-cell-interaction';

export interface CellMenuProps extends RowActionsOptions {
  cells: CellInteraction;
  source: RowSource;
  /** The position in the table of the source's row 0. */
  base: number;
  children: ReactNode;
}

/**
 * The menu of a row and of the selected cells, on a right click, a long press or the menu key. The keys do the same
 * with the cells.
 */
export function CellMenu({ cells, source, base, children, ...options }: CellMenuProps) {
  const { table, block } = useTable();
  const { actions, clipboard, columns } = cells;
  const [locked, setLocked] = useState(false);
  const [row, setRow] = useState<Row>();
  const actionsOf = useRowActions(options);
  const rowActions = row ? actionsOf(row) : [];
  const deletes = rowActions.filter(({ danger }) => danger);
  const onContextMenu = (event: MouseEvent) => {
    const index = findRowIndex(event);
    if (index === undefined) event.stopPropagation();
    else setRow(source.rowAt(index - base));
  };
  const onOpenChange = (open: boolean) => {
    const bounds = block.bounds();
    if (!open || !bounds) return;
    const inBlock = columns.slice(bounds.left, bounds.right + 1);
    setLocked(inBlock.every((column) => lockReason(table, column) !== undefined));
  };
  return (
    <ContextMenu
      onOpenChange={onOpenChange}
      trigger={
        <div className={styles.container}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: leaves the browser's menu where there are no cells */}
          <div className={styles.container} onContextMenu={onContextMenu}>
            {children}
          </div>
        </div>
      }
    >
      {rowActions
        .filter((action) => !deletes.includes(action))
        .map((action) => (
          <RowMenuItem key={action.name} action={action} />
        ))}
      {rowActions.length > 0 && <ContextMenuSeparator />}
      <ContextMenuItem
        icon={<ClipboardCopy aria-hidden />}
        keys="mod+c"
        onSelect={() => clipboard.copy(false)}
      >
        Copy
      </ContextMenuItem>
      <ContextMenuItem icon={<TableProperties aria-hidden />} onSelect={() => clipboard.copy(true)}>
        Copy with headers
      </ContextMenuItem>
      <ContextMenuItem
        icon={<Scissors aria-hidden />}
        keys="mod+x"
        disabled={locked}
        onSelect={() => void clipboard.cut()}
      >
        Cut
      </ContextMenuItem>
      <ContextMenuItem
        icon={<ClipboardPaste aria-hidden />}
        keys="mod+v"
        disabled={locked}
        onSelect={() => void clipboard.paste()}
      >
        Paste
      </ContextMenuItem>
      <ContextMenuSeparator />
      <ContextMenuItem
        icon={<ArrowDownToLine aria-hidden />}
        keys="mod+d"
        disabled={locked}
        onSelect={actions.fillDown}
      >
        Fill down
      </ContextMenuItem>
      <ContextMenuItem
        icon={<Eraser aria-hidden />}
        keys="delete"
        disabled={locked}
        onSelect={() => void actions.clear()}
      >
        Clear
      </ContextMenuItem>
      {deletes.length > 0 && <ContextMenuSeparator />}
      {deletes.map((action) => (
        <RowMenuItem key={action.name} action={action} />
      ))}
    </ContextMenu>
  );
}

function RowMenuItem({ action: { label, icon, danger, run } }: { action: RowAction }) {
  return (
    <ContextMenuItem icon={icon} danger={danger ?? false} onSelect={run}>
      {label}
    </ContextMenuItem>
  );
}

/** The position in the table of the row that a menu is asked for; undefined outside of cells and in an editor. */
function findRowIndex({ target }: MouseEvent): number | undefined {
  const cell = target instanceof Element ? target.closest('[role="gridcell"]') : null;
  if (!cell || cell.closest('.rdg-summary-row') || cell.querySelector('input,textarea')) return undefined;
  const row = cell.closest('[role="row"]')?.getAttribute('aria-rowindex');
  // Rows count from 1, and the first is the header.
  return row ? Number(row) - 2 : undefined;
}
