import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid';
import type { RowSource } from '@/data/paging/row-source';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/row-keys';
import type { Column } from '@/lib/api.gen';
import { matchesKeys } from '@/lib/browser/keyboard';
import { useShortcut } from '@/lib/browser/shortcuts';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import { useTable } from '@/table/table-context';
import { useBlockClipboard } from './clipboard/use-block-clipboard';
import { useBlockActions } from './use-block-actions';
import { type BlockSelectionOptions, useBlockSelection } from './use-block-selection';

export interface CellInteractionOptions extends BlockSelectionOptions {
  source: RowSource;
  /** The place in the table of the source's row 0. */
  base: number;
  /** Whether the source's last row is known to be the table's. */
  isEndKnown: boolean;
  rowsView: RowsView;
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

const group = 'Cells';

/** Blocks of cells: selecting, copying, pasting, filling and clearing them. */
export function useCellInteraction(options: CellInteractionOptions) {
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
    if (args.mode === 'EDIT' || !block.state().block) return false;
    // The browser makes a paste of it; the grid would open an editor.
    if (matchesKeys(event, 'mod+v')) {
      event.preventGridDefault();
      return true;
    }
    const fills = matchesKeys(event, 'mod+d');
    if (!fills && !matchesKeys(event, 'delete') && !matchesKeys(event, 'backspace')) return false;
    event.preventGridDefault();
    event.preventDefault();
    if (fills) actions.fillDown();
    else void actions.clear();
    return true;
  };

  const onFillStart = (event: PointerEvent) => {
    const bounds = block.bounds();
    if (event.button !== 0 || !bounds) return;
    event.preventDefault();
    selection.startDrag(
      ({ row }) => block.setFillEnd(row > bounds.bottom ? row : null),
      (done) => {
        const { fillEndRow } = block.state();
        block.setFillEnd(null);
        if (done && fillEndRow !== null) actions.fillTo(fillEndRow);
      },
    );
  };
  return { ...selection, onKeyDown, onFillStart, columns, actions, clipboard };
}

export type CellInteraction = ReturnType<typeof useCellInteraction>;

/** For the sheet that `?` opens: the grid itself listens. */
function useCellShortcuts() {
  useShortcut({ keys: 'shift+arrowdown', label: 'Select more cells; with Ctrl, to the edge', group });
  useShortcut({ keys: 'mod+a', label: 'Select all cells', group });
  useShortcut({ keys: 'mod+c', label: 'Copy', group });
  useShortcut({ keys: 'mod+x', label: 'Cut', group });
  useShortcut({ keys: 'mod+v', label: 'Paste', group });
  useShortcut({ keys: 'mod+d', label: 'Fill down', group });
  useShortcut({ keys: 'delete', label: 'Clear', group });
}
