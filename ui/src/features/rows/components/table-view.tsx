import { Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Button } from '@/components/button';
import { PageHeader } from '@/components/page-header';
import type { Column, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/session';
import { useShortcut } from '@/lib/shortcuts';
import { media, useMedia } from '@/lib/use-media';
import type { Edits } from '../api/edits';
import { keyText, lockReason } from '../api/guards.utils';
import type { KeyValue } from '../api/page-state.utils';
import { usePages } from '../api/pages';
import { type Relation, relationOf } from '../api/references';
import type { OrderTerm, Row } from '../api/row';
import { rowNoun } from '../values/value.utils';
import type { AddingFilter } from './add-filter';
import type { ColumnAction } from './column-menu';
import { moveColumn, shownColumns } from './columns.utils';
import { DeleteDialog } from './delete-dialog';
import { FailureNotice } from './failure-notice';
import { RecordPlace } from './record-place';
import { RowsArea } from './rows-area';
import { StatusBar } from './status-bar';
import { type RowSelection, TableContext, type TableContextValue } from './table-context';
import styles from './table-view.module.css';
import { Toolbar } from './toolbar';
import { TransferMenu } from './transfer-menu';
import { useColumnPrefs } from './use-column-prefs';
import { useNotice } from './use-notice';
import { usePageState } from './use-page-state';
import { useRowsView } from './use-rows-view';

interface TableViewProps {
  table: Table;
  edits: Edits;
  selection: RowSelection;
}

/** A table's page: what decides the rows, the rows, the bar under them, and the open record. */
export function TableView({ table, edits, selection }: TableViewProps) {
  const schema = useSchema();
  const narrow = useMedia(media.narrow);
  const [state, change] = usePageState();
  const [prefs, setPrefs] = useColumnPrefs(table);
  const [adding, setAdding] = useState<AddingFilter>('closed');
  const [doomed, setDoomed] = useState<readonly Row[] | null>(null);
  const [notice, setNotice] = useNotice();

  const chosen = state.select ?? prefs.select;
  const columns = useMemo(() => shownColumns(table, chosen), [table, chosen]);
  const shown = useMemo(() => columns.map(({ name }) => name), [columns]);
  const relations = useMemo(() => {
    const found = table.columns.map(
      (column) => [column.name, relationOf(schema, table, column.name)] as const,
    );
    return new Map(found.filter((entry): entry is [string, Relation] => entry[1] !== undefined));
  }, [schema, table]);
  const view = useRowsView(table, state, columns, relations);
  const pages = usePages(table, view);

  const openRecord = useCallback((key: readonly KeyValue[]) => change({ record: key }), [change]);
  const tellLocked = useCallback(
    (column: Column) => setNotice(`${column.title}: ${lockReason(table, column) ?? ''}`),
    [table, setNotice],
  );
  const context = useMemo<TableContextValue>(
    () => ({ table, edits, selection, openRecord, tellLocked }),
    [table, edits, selection, openRecord, tellLocked],
  );

  const setColumns = useCallback(
    (next: readonly string[] | undefined) => {
      setPrefs({ select: next });
      change({ select: next }, { replace: true });
    },
    [setPrefs, change],
  );
  const setOrder = useCallback((order: readonly OrderTerm[]) => change({ order }), [change]);
  const setPinned = (name: string, pinned: boolean) =>
    setPrefs({ pinned: [...prefs.pinned.filter((other) => other !== name), ...(pinned ? [name] : [])] });
  const onColumnAction = useColumnActions({ state, shown, setOrder, setColumns, setPinned, setAdding });

  useShortcut({ keys: 'mod+z', label: 'Undo the last edit', group: 'Table' }, () => void edits.undo());
  useShortcut({ keys: 'mod+shift+z', label: 'Do it again', group: 'Table' }, () => void edits.redo());
  const create = table.privileges.insert ? () => change({ record: 'new' }) : undefined;
  useShortcut({ keys: 'n', label: 'New record', group: 'Table' }, create, { enabled: create !== undefined });

  useShortcut({ keys: 'alt+arrowdown', label: 'Menu of the column, in its header', group: 'Table' });
  useShortcut({ keys: 'space', label: 'Open the row’s record; again: go there', group: 'Table' });

  const openKey = Array.isArray(state.record) ? keyText(state.record) : undefined;
  const full = state.record !== undefined && (state.full || narrow);
  return (
    <TableContext value={context}>
      <div className={styles.page}>
        {!full && (
          <>
            <PageHeader
              crumbs={[{ label: table.schema === schema.schemas[0] ? 'Tables' : table.schema }]}
              title={table.title}
              actions={
                create && (
                  <Button variant="primary" icon={<Plus aria-hidden />} onClick={create}>
                    {narrow ? 'New' : `New ${rowNoun(table) ?? 'record'}`}
                  </Button>
                )
              }
            />
            <Toolbar
              {...{ state, change, shown, relations, adding }}
              hideColumns={narrow}
              onAddingChange={setAdding}
              onColumnsChange={setColumns}
            >
              <TransferMenu {...{ columns, view, pages }} />
            </Toolbar>
          </>
        )}
        <div className={styles.work}>
          {!full && (
            <div className={styles.rows}>
              <RowsArea
                {...{ columns, relations, pages, state, change, prefs, setPrefs, openKey, onColumnAction }}
                cards={narrow}
                onCreate={create}
                onOrderChange={setOrder}
                onMoveColumn={(moved, target) => setColumns(moveColumn(shown, moved, target))}
              />
              <StatusBar
                pages={pages}
                notice={notice}
                onDeleteSelected={
                  table.privileges.delete ? () => setDoomed([...selection.rows().values()]) : undefined
                }
              />
              <FailureNotice />
            </div>
          )}
          <RecordPlace
            {...{ state, change, pages, relations, full }}
            onDelete={table.privileges.delete ? (row) => setDoomed([row]) : undefined}
          />
        </div>
      </div>
      <DeleteDialog
        rows={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={() => {
          selection.clear();
          if (state.record) change({ record: undefined });
        }}
      />
    </TableContext>
  );
}

interface ColumnActionsOptions {
  state: { order: readonly OrderTerm[] };
  shown: readonly string[];
  setOrder: (order: readonly OrderTerm[]) => void;
  setColumns: (shown: readonly string[]) => void;
  setPinned: (name: string, pinned: boolean) => void;
  setAdding: (state: AddingFilter) => void;
}

/** What the items of a column's menu do. */
function useColumnActions(options: ColumnActionsOptions) {
  const { state, shown, setOrder, setColumns, setPinned, setAdding } = options;
  return ({ name }: Column, action: ColumnAction) => {
    const others = state.order.filter((term) => term.column !== name);
    const beside = (step: number) => moveColumn(shown, name, shown[shown.indexOf(name) + step] ?? name);
    switch (action) {
      case 'sort-asc':
      case 'sort-desc':
        return setOrder([{ column: name, descending: action === 'sort-desc' }]);
      case 'sort-none':
        return setOrder(others);
      case 'filter':
        return setAdding({ column: name });
      case 'pin':
      case 'unpin':
        return setPinned(name, action === 'pin');
      case 'left':
        return setColumns(beside(-1));
      case 'right':
        return setColumns(beside(1));
      case 'hide':
        return shown.length > 1 ? setColumns(shown.filter((other) => other !== name)) : undefined;
    }
  };
}
