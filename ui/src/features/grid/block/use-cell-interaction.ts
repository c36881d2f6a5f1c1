import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid';
import type { RowSource } from '@/data/paging/row-source';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/row-keys';
import type { Column } from '@/lib/api.gen';
import { matchesKeys } from '@/lib/browser/keyboard/keyboard';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import { type BlockClipboard, useBlockClipboard } from './clipboard/use-block-clipboard';
import { type BlockActions, useBlockActions } from './use-block-actions';
import {
  type BlockSelectionHandlers,
  type BlockSelectionOptions,
  useBlockSelection,
} from './use-block-selection';

export interface CellInteractionOptions extends BlockSelectionOptions {
  source: RowSource;
  /** The position in the table of the source's row 0. */
  base: number;
  /** Whether the source's last row is known to be the table's. */
  isEndKnown: boolean;
  rowsView: RowsView;
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

/** The handlers and actions of the selected block of cells. */
export interface CellInteraction extends BlockSelectionHandlers {
  onFillStart: (event: PointerEvent) => void;
  /** The table's columns in the grid's order. */
  columns: readonly Column[];
  actions: BlockActions;
  clipboard: BlockClipboard;
}

/** Selects, copies, pastes, fills and clears blocks of cells. */
export function useCellInteraction(options: CellInteractionOptions): CellInteraction {
  const { grid, source, base, isEndKnown, rowsView: view, relations } = options;
  const latest = useRef(source);
  useLayoutEffect(() => {
    latest.current = source;
  }, [source]);
  const { block } = useTable();
  const selection = useBlockSelection(options);
  const columns = selection.names.flatMap(
    (name) => options.columns.find((column) => column.name === name) ?? [],
  );
  const actions = useBlockActions({ source: latest, base, isEndKnown, view, columns, relations });
  const clipboard = useBlockClipboard(grid, actions);
  useCellShortcuts();

  const onKeyDown = (args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent): boolean => {
    if (selection.onKeyDown(args, event)) return true;
    if (args.mode === 'EDIT' || !block.snapshot().block) return false;
    // The browser fires a paste event for these keys; the grid would open an editor.
    if (matchesKeys(event, 'mod+v')) {
      event.preventGridDefault();
      return true;
    }
    const isFill = matchesKeys(event, 'mod+d');
    if (!isFill && !matchesKeys(event, 'delete') && !matchesKeys(event, 'backspace')) return false;
    event.preventGridDefault();
    event.preventDefault();
    if (isFill) actions.fillDown();
    else void actions.clear();
    return true;
  };

  const onFillStart = (event: PointerEvent) => {
    const bounds = block.bounds();
    if (event.button !== 0 || !bounds) return;
    event.preventDefault();
    selection.startDrag(
      ({ row }) => block.setFillEnd(row > bounds.bottom ? row : null),
      (isReleased) => {
        const { fillEndRow } = block.snapshot();
        block.setFillEnd(null);
        if (isReleased && fillEndRow !== null) actions.fillTo(fillEndRow);
      },
    );
  };
  return { ...selection, onKeyDown, onFillStart, columns, actions, clipboard };
}

/** Lists the shortcuts of cells in the sheet that `?` opens. The grid's own key handlers run them. */
function useCellShortcuts() {
  const { shortcuts, cellMenu } = gridMessages;
  const group = shortcuts.cells;
  useShortcut({ keys: 'shift+arrowdown', label: shortcuts.extendSelection, group });
  useShortcut({ keys: 'mod+a', label: shortcuts.selectAll, group });
  useShortcut({ keys: 'mod+c', label: cellMenu.copy, group });
  useShortcut({ keys: 'mod+x', label: cellMenu.cut, group });
  useShortcut({ keys: 'mod+v', label: cellMenu.paste, group });
  useShortcut({ keys: 'mod+d', label: cellMenu.fillDown, group });
  useShortcut({ keys: 'delete', label: cellMenu.clear, group });
}
