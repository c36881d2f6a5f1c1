import { useState } from 'react';
import type { Row } from '@/data/rows/row';
import type { Edits } from '@/data/writes/edits/edits';
import { DeleteDialog } from '@/features/changes/deletion/delete-dialog';
import { GridView } from '@/features/grid/grid-view';
import type { Table } from '@/lib/api.gen';
import { useShortcut } from '@/lib/browser/shortcuts';
import { media, useMedia } from '@/lib/browser/use-media';
import { ExplainRefusals } from '@/table/changes/explain-refusals';
import { useUndo } from '@/table/changes/use-undo';
import type { NewFilterState } from '@/table/filters/new-filter-state';
import type { RowSelection } from '@/table/selection/row-selection';
import { TableContext } from '@/table/table-context';
import styles from '@/table/table-view.module.css';
import { useNotice } from '@/table/use-notice';
import type { ChangePageState } from '@/table/use-page-state';
import { useTableContext } from '@/table/use-table-context';
import { ColumnView } from './column-view';
import { TableHead } from './table-head';
import { TableLayout } from './table-layout';
import { useTablePage } from './use-table-page';

interface TableViewProps {
  table: Table;
  edits: Edits;
  selection: RowSelection;
}

/** A table's page: what decides the rows, one of the views of them, and what is shared between those. */
export function TableView({ table, edits, selection }: TableViewProps) {
  const narrow = useMedia(media.narrow);
  const page = useTablePage(table);
  const { state, change, relations, rowsView, prefs, setPrefs, setColumns } = page;
  const { kind, column, columns } = page.view;
  const [adding, setAdding] = useState<NewFilterState>('closed');
  const [doomed, setDoomed] = useState<readonly Row[] | null>(null);
  const [notice, tell] = useNotice();
  const context = useTableContext({ table, edits, selection, change, tell });
  const onCreate = useTableKeys(table, change);
  const full = state.record !== undefined && (state.full || narrow);
  const viewProps = {
    Layout: TableLayout,
    ...{ rowsView, columns, relations, state, change, notice, tell, full, narrow, onCreate },
    onDelete: table.privileges.delete ? setDoomed : undefined,
  };
  const onDeleted = () => {
    selection.clear();
    if (state.record) change({ record: undefined });
  };
  return (
    <TableContext value={context}>
      <ExplainRefusals table={table}>
        <div className={styles.page}>
          {!full && <TableHead {...{ page, narrow, adding, setAdding, onCreate }} />}
          {kind !== 'grid' && column ? (
            <ColumnView key={column.name} {...viewProps} {...{ kind, column }} />
          ) : (
            <GridView {...viewProps} {...{ prefs, setPrefs, setColumns, setAdding }} />
          )}
        </div>
        <DeleteDialog rows={doomed} onClose={() => setDoomed(null)} onDeleted={onDeleted} />
      </ExplainRefusals>
    </TableContext>
  );
}

/** The keys of a table's page. Answers what makes a new record, if the role may. */
function useTableKeys(table: Table, change: ChangePageState): (() => void) | undefined {
  const { undo, redo } = useUndo(table);
  const create = table.privileges.insert ? () => change({ record: 'new', copy: undefined }) : undefined;
  useShortcut({ keys: 'mod+z', label: 'Undo the last change', group: 'Table' }, () => void undo());
  useShortcut({ keys: 'mod+shift+z', label: 'Do it again', group: 'Table' }, () => void redo());
  useShortcut({ keys: 'n', label: 'New record', group: 'Table' }, create, { enabled: create !== undefined });
  return create;
}
