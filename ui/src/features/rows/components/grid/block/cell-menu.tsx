import { ArrowDownToLine, ClipboardPaste, Copy, Eraser, Scissors, TableProperties } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from '@/components/context-menu';
import { lockReason } from '../../../api/changes/guards.utils';
import { useTable } from '../../table-context';
import styles from './cell-menu.module.css';
import type { Cells } from './use-cells';

export interface CellMenuProps {
  cells: Cells;
  children: ReactNode;
}

/** The menu of the selected cells, on a right click, a long press or the menu key. The keys do the same. */
export function CellMenu({ cells, children }: CellMenuProps) {
  const { table, block } = useTable();
  const { actions, clipboard, columns } = cells;
  const [locked, setLocked] = useState(false);
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
        <div className={styles.place}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: leaves the browser's menu where there are no cells */}
          <div className={styles.place} onContextMenu={onlyOnCells}>
            {children}
          </div>
        </div>
      }
    >
      <ContextMenuItem icon={<Copy aria-hidden />} keys="mod+c" onSelect={() => clipboard.copy(false)}>
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
    </ContextMenu>
  );
}

function onlyOnCells(event: MouseEvent) {
  const cell = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null;
  if (!cell || cell.closest('.rdg-summary-row') || cell.querySelector('input,textarea'))
    event.stopPropagation();
}
