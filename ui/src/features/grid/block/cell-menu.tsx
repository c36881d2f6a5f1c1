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
import { useOfferRow } from '@/table/actions/use-offer-row';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import { type RowAction, type RowActionsOptions, useRowActions } from '../handlers/use-row-actions';
import styles from './cell-menu.module.css';
import type { CellInteraction } from './use-cell-interaction';

const messages = gridMessages.cellMenu;
const noRow: Row = {};

export interface CellMenuProps extends RowActionsOptions {
  cells: CellInteraction;
  source: RowSource;
  /** The position in the table of the source's row 0. */
  base: number;
  children: ReactNode;
}

/**
 * Wraps the grid in a context menu with the actions on the row and on the selected cells. It opens on a right click, a
 * long press or the menu key. Each action on cells has a keyboard shortcut too.
 */
export function CellMenu({ cells, source, base, children, ...options }: CellMenuProps) {
  const { table, block } = useTable();
  const { columns } = cells;
  const [isLocked, setIsLocked] = useState(false);
  const [row, setRow] = useState<Row>();
  const [isOpen, setOpen] = useState(false);
  const getActions = useRowActions(options);
  const offerRow = useOfferRow(table, row ?? noRow, isOpen);
  const rowActions = row ? getActions(offerRow) : [];
  const deleteActions = rowActions.filter(({ danger }) => danger);
  const otherActions = rowActions.filter(({ danger }) => !danger);
  const onContextMenu = (event: MouseEvent) => {
    const index = findRowIndex(event);
    if (index === undefined) event.stopPropagation();
    else setRow(source.rowAt(index - base));
  };
  const onOpenChange = (open: boolean) => {
    setOpen(open);
    const bounds = block.bounds();
    if (!open || !bounds) return;
    const inBlock = columns.slice(bounds.left, bounds.right + 1);
    setIsLocked(inBlock.every((column) => lockReason(table, column) !== undefined));
  };
  return (
    <ContextMenu
      onOpenChange={onOpenChange}
      trigger={
        <div className={styles.container}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the browser's own menu outside of cells */}
          <div className={styles.container} onContextMenu={onContextMenu}>
            {children}
          </div>
        </div>
      }
    >
      {otherActions.map((action) => (
        <RowMenuItem key={action.name} action={action} />
      ))}
      {rowActions.length > 0 && <ContextMenuSeparator />}
      <BlockMenuItems cells={cells} isLocked={isLocked} />
      {deleteActions.length > 0 && <ContextMenuSeparator />}
      {deleteActions.map((action) => (
        <RowMenuItem key={action.name} action={action} />
      ))}
    </ContextMenu>
  );
}

interface BlockMenuItemsProps {
  cells: CellInteraction;
  /** No column of the block can be edited. */
  isLocked: boolean;
}

/** The menu items for the selected cells. */
function BlockMenuItems({ cells: { actions, clipboard }, isLocked }: BlockMenuItemsProps) {
  return (
    <>
      <ContextMenuItem
        icon={<ClipboardCopy aria-hidden />}
        keys="mod+c"
        onSelect={() => clipboard.copy(false)}
      >
        {messages.copy}
      </ContextMenuItem>
      <ContextMenuItem icon={<TableProperties aria-hidden />} onSelect={() => clipboard.copy(true)}>
        {messages.copyWithHeaders}
      </ContextMenuItem>
      <ContextMenuItem
        icon={<Scissors aria-hidden />}
        keys="mod+x"
        disabled={isLocked}
        onSelect={() => void clipboard.cut()}
      >
        {messages.cut}
      </ContextMenuItem>
      <ContextMenuItem
        icon={<ClipboardPaste aria-hidden />}
        keys="mod+v"
        disabled={isLocked}
        onSelect={() => void clipboard.paste()}
      >
        {messages.paste}
      </ContextMenuItem>
      <ContextMenuSeparator />
      <ContextMenuItem
        icon={<ArrowDownToLine aria-hidden />}
        keys="mod+d"
        disabled={isLocked}
        onSelect={actions.fillDown}
      >
        {messages.fillDown}
      </ContextMenuItem>
      <ContextMenuItem
        icon={<Eraser aria-hidden />}
        keys="delete"
        disabled={isLocked}
        onSelect={() => void actions.clear()}
      >
        {messages.clear}
      </ContextMenuItem>
    </>
  );
}

function RowMenuItem({ action: { label, icon, danger, disabled, run } }: { action: RowAction }) {
  return (
    <ContextMenuItem icon={icon} danger={danger ?? false} disabled={disabled ?? false} onSelect={run}>
      {label}
    </ContextMenuItem>
  );
}

/** Returns the position in the table of the clicked row; undefined outside of cells and in an open editor. */
function findRowIndex({ target }: MouseEvent): number | undefined {
  const cell = target instanceof Element ? target.closest('[role="gridcell"]') : null;
  if (!cell || cell.closest('.rdg-summary-row') || cell.querySelector('input,textarea')) return undefined;
  const ariaRowIndex = cell.closest('[role="row"]')?.getAttribute('aria-rowindex');
  // `aria-rowindex` counts from 1, and row 1 is the header.
  return ariaRowIndex ? Number(ariaRowIndex) - 2 : undefined;
}
