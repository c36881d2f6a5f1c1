import { useState } from 'react';
import type { Row } from '@/data/rows/row';
import type { TableEdits } from '@/data/writes/edits/table-edits';
import type { DeleteRowsDialogProps } from '@/features/changes/deletion/delete-rows-dialog';
import { GridView } from '@/features/grid/grid-view';
import type { Table } from '@/lib/api.gen';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import { TableErrorTextProvider } from '@/table/changes/table-error-text-provider';
import { useUndo } from '@/table/changes/use-undo';
import { ColorRulesContext, useFindRowColors } from '@/table/colors/color-rules-context';
import type { NewFilterState } from '@/table/filters/new-filter-state';
import type { RowSelection } from '@/table/selection/row-selection';
import { TableContext } from '@/table/table-context';
import { useNotice } from '@/table/use-notice';
import type { ChangePageState } from '@/table/use-page-state';
import { useTableContext } from '@/table/use-table-context';
import styles from '@/table/view/table-view.module.css';
import { TableHead } from '../table-head';
import { TableLayout } from '../table-layout';
import { tablePageMessages } from '../table-page-messages';
import { useTablePage } from '../use-table-page';
import { LazyChartView, LazyView } from './lazy-view';

const messages = tablePageMessages.shortcuts;

const DeleteRowsDialog = lazyComponent<DeleteRowsDialogProps>(
  async () => (await import('@/features/changes/deletion/delete-rows-dialog')).DeleteRowsDialog,
);

interface TableViewProps {
  table: Table;
  edits: TableEdits;
  selection: RowSelection;
}

/** The page of a readable table: its head, and one of its views. Provides the table to both. */
export function TableView({ table, edits, selection }: TableViewProps) {
  const narrow = useMediaQuery(mediaQueries.narrow);
  const page = useTablePage(table);
  const { viewTable, state, change, relations, rowsView, prefs, setPrefs, setColumns } = page;
  const { kind, column, columns } = page.view;
  const [addFilterState, setAddFilterState] = useState<NewFilterState>('closed');
  const [rowsToDelete, setRowsToDelete] = useState<readonly Row[] | null>(null);
  const [notice, notify] = useNotice();
  const findRowColors = useFindRowColors(viewTable, state.colors);
  const context = useTableContext({ table: viewTable, edits, selection, change, notify });
  const onCreate = useTableShortcuts(table, change);
  const full = state.record !== undefined && (state.isFullPanel || narrow);
  const viewProps = {
    Layout: TableLayout,
    ...{ rowsView, columns, relations, state, change, notice, notify, full, narrow, onCreate },
    onDelete: table.privileges.delete ? setRowsToDelete : undefined,
  };
  const onDeleted = () => {
    selection.clear();
    if (state.record) change({ record: undefined });
  };
  return (
    <TableContext value={context}>
      <ColorRulesContext value={findRowColors}>
        <TableErrorTextProvider table={viewTable} state={state}>
          <div className={styles.page}>
            {!full && <TableHead {...{ page, narrow, addFilterState, setAddFilterState, onCreate }} />}
            {kind === 'chart' ? (
              <LazyChartView {...viewProps} />
            ) : kind !== 'grid' && column ? (
              <LazyView key={column.name} {...viewProps} {...{ kind, column }} />
            ) : (
              <GridView {...viewProps} {...{ prefs, setPrefs, setColumns, setAdding: setAddFilterState }} />
            )}
          </div>
          <LazyDialog open={rowsToDelete !== null}>
            <DeleteRowsDialog
              rows={rowsToDelete}
              onClose={() => setRowsToDelete(null)}
              onDeleted={onDeleted}
            />
          </LazyDialog>
        </TableErrorTextProvider>
      </ColorRulesContext>
    </TableContext>
  );
}

/** Registers the shortcuts of a table's page. Returns the function that opens the form for a new record, if the role can add rows. */
function useTableShortcuts(table: Table, change: ChangePageState): (() => void) | undefined {
  const { undo, redo } = useUndo(table);
  const create = table.privileges.insert ? () => change({ record: 'new', copy: undefined }) : undefined;
  useShortcut({ keys: 'mod+z', label: messages.undo, group: messages.group }, () => void undo());
  useShortcut({ keys: 'mod+shift+z', label: messages.redo, group: messages.group }, () => void redo());
  useShortcut({ keys: 'n', label: messages.newRecord, group: messages.group }, create, {
    enabled: create !== undefined,
  });
  return create;
}
