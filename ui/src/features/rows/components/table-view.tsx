import { Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '@/components/button';
import { PageHeader } from '@/components/page-header';
import type { Column, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/session';
import { useShortcut } from '@/lib/shortcuts';
import { media, useMedia } from '@/lib/use-media';
import type { KeyValue } from '../api/address/page-state.utils';
import type { Edits } from '../api/changes/edits';
import { lockReason } from '../api/changes/guards.utils';
import type { Row } from '../api/row';
import { viewHref, viewQuery } from '../api/saved-views/saved-views.utils';
import { useSavedViews } from '../api/saved-views/use-saved-views';
import { rowNoun } from '../values/value.utils';
import { DeleteDialog } from './changes/delete-dialog';
import { ExplainRefusals } from './changes/explain-refusals';
import { useUndo } from './changes/use-undo';
import { BlockSelection } from './grid/block/block-selection';
import { GridView } from './grid/grid-view';
import { Ungroupable } from './grid/group/ungroupable';
import { useArrangement } from './grid/use-column-prefs';
import type { AddingFilter } from './query/add-filter';
import { Toolbar } from './query/toolbar';
import { useRowsView } from './query/use-rows-view';
import { MissingColumns } from './saved/missing-columns';
import { SavedViewsMenu } from './saved/saved-views-menu';
import { useCurrentSavedView } from './saved/use-current-saved-view';
import type { RowSelection } from './selection/row-selection';
import { TableContext, type TableContextValue } from './table-context';
import styles from './table-view.module.css';
import { TransferMenu } from './transfer/transfer-menu';
import { useNotice } from './use-notice';
import { usePageState } from './use-page-state';
import { useRelations } from './use-relations';
import { ColumnView } from './views/column-view';
import { useCurrentView } from './views/use-current-view';
import { ViewColumn } from './views/view-column';

interface TableViewProps {
  table: Table;
  edits: Edits;
  selection: RowSelection;
}

/** A table's page: what decides the rows, one of the views of them, and what is shared between those. */
export function TableView({ table, edits, selection }: TableViewProps) {
  const narrow = useMedia(media.narrow);
  const [state, change] = usePageState();
  const saved = useSavedViews(table);
  const current = useCurrentSavedView(table, state, saved);
  const [prefs, setPrefs] = useArrangement(table, state, change, current.view !== undefined);
  const [adding, setAdding] = useState<AddingFilter>('closed');
  const [doomed, setDoomed] = useState<readonly Row[] | null>(null);
  const [notice, setNotice] = useNotice();
  const relations = useRelations(table);
  const [block] = useState(() => new BlockSelection());
  const view = useCurrentView(table, relations, state, prefs);
  const { kind, columns } = view;
  const shown = useMemo(() => columns.map(({ name }) => name), [columns]);
  const rowsView = useRowsView(table, state, columns, relations, view.needs);

  const query = () => viewQuery(state, columns, prefs);
  const openRecord = useCallback((key: readonly KeyValue[]) => change({ record: key }), [change]);
  const tellLocked = useCallback(
    (column: Column) => setNotice(`${column.title}: ${lockReason(table, column) ?? ''}`),
    [table, setNotice],
  );
  const context = useMemo<TableContextValue>(
    () => ({ table, edits, selection, block, openRecord, tellLocked }),
    [table, edits, selection, block, openRecord, tellLocked],
  );
  const setColumns = useCallback(
    (next: readonly string[] | undefined) => {
      setPrefs(kind === 'grid' ? { select: next } : { fields: next });
      change({ select: next }, { replace: true });
    },
    [kind, setPrefs, change],
  );

  const { undo, redo } = useUndo(table);
  useShortcut({ keys: 'mod+z', label: 'Undo the last change', group: 'Table' }, () => void undo());
  useShortcut({ keys: 'mod+shift+z', label: 'Do it again', group: 'Table' }, () => void redo());
  const create = table.privileges.insert ? () => change({ record: 'new', copy: undefined }) : undefined;
  useShortcut({ keys: 'n', label: 'New record', group: 'Table' }, create, { enabled: create !== undefined });

  const full = state.record !== undefined && (state.full || narrow);
  const viewProps = {
    ...{ rowsView, columns, relations, state, change, notice, full, narrow },
    tell: setNotice,
    onCreate: create,
    onDelete: table.privileges.delete ? setDoomed : undefined,
  };
  return (
    <TableContext value={context}>
      <ExplainRefusals table={table}>
        <div className={styles.page}>
          {!full && (
            <>
              <TableHeader table={table} narrow={narrow} onCreate={create} />
              <Toolbar
                {...{ state, change, shown, relations, adding, kind }}
                offered={view.offered}
                hideColumns={kind === 'grid' && narrow}
                saved={
                  <SavedViewsMenu
                    {...{ saved, current }}
                    query={query}
                    onShow={(query) =>
                      navigate(viewHref({ schema: table.schema, table: table.name, query }), {
                        replace: true,
                      })
                    }
                  />
                }
                onAddingChange={setAdding}
                onColumnsChange={setColumns}
              >
                {view.column && view.choices.length > 1 && (
                  <ViewColumn
                    label={view.label}
                    columns={view.choices}
                    value={view.column}
                    onChange={(column) => change({ view: { ...state.view, column } })}
                  />
                )}
                <TransferMenu columns={columns} view={rowsView} query={query} />
              </Toolbar>
              <MissingColumns {...{ state, change }} />
              <Ungroupable {...{ state, change }} />
            </>
          )}
          {kind !== 'grid' && view.column ? (
            <ColumnView key={view.column.name} {...viewProps} {...{ kind }} column={view.column} />
          ) : (
            <GridView {...viewProps} {...{ prefs, setPrefs, setColumns, setAdding }} />
          )}
        </div>
        <DeleteDialog
          rows={doomed}
          onClose={() => setDoomed(null)}
          onDeleted={() => {
            selection.clear();
            if (state.record) change({ record: undefined });
          }}
        />
      </ExplainRefusals>
    </TableContext>
  );
}

interface TableHeaderProps {
  table: Table;
  narrow: boolean;
  onCreate: (() => void) | undefined;
}

function TableHeader({ table, narrow, onCreate }: TableHeaderProps) {
  const schema = useSchema();
  return (
    <PageHeader
      crumbs={[{ label: table.schema === schema.schemas[0] ? 'Tables' : table.schema }]}
      title={table.title}
      actions={
        onCreate && (
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={onCreate}>
            {narrow ? 'New' : `New ${rowNoun(table) ?? 'record'}`}
          </Button>
        )
      }
    />
  );
}
