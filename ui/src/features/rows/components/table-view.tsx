import { useState } from 'react';
import type { Table } from '@/lib/api.gen';
import { useShortcut } from '@/lib/shortcuts';
import { media, useMedia } from '@/lib/use-media';
import type { Edits } from '../api/changes/edits';
import type { Row } from '../api/row';
import { DeleteDialog } from './changes/delete-dialog';
import { ExplainRefusals } from './changes/explain-refusals';
import { useUndo } from './changes/use-undo';
import { GridView } from './grid/grid-view';
import type { AddingFilter } from './query/add-filter';
import type { RowSelection } from './selection/row-selection';
import { TableContext } from './table-context';
import { TableHead } from './table-head';
import styles from './table-view.module.css';
import { useNotice } from './use-notice';
import type { ChangePageState } from './use-page-state';
import { useTableContext } from './use-table-context';
import { useTablePage } from './use-table-page';
import { ColumnView } from './views/column-view';

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
  const [adding, setAdding] = useState<AddingFilter>('closed');
  const [doomed, setDoomed] = useState<readonly Row[] | null>(null);
  const [notice, tell] = useNotice();
  const context = useTableContext({ table, edits, selection, change, tell });
  const onCreate = useTableKeys(table, change);
  const full = state.record !== undefined && (state.full || narrow);
  const viewProps = {
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
