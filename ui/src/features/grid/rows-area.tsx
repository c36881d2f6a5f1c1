import { type KeyboardEvent, useCallback, useMemo } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import type { ColumnPrefs } from '@/data/layouts/column-prefs';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { KeyValue, TablePageState } from '@/data/query/page-state/table-page-state';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm, Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import { isSameValue } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { usePrefetchBlock } from '@/lib/browser/loading/prefetch';
import { NewRowsButton } from '@/table/live/new-rows-button';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { NoRows } from '@/table/view/notices/no-rows';
import { LazyRecordCards } from './cards/lazy-record-cards';
import type { EnterValueHandler } from './cell/use-cell-entry';
import type { ColumnAction } from './columns/column-menu';
import { gridMessages as messages } from './grid-messages';
import styles from './rows-area.module.css';
import { RowsGrid } from './rows-grid';

export interface RowsAreaProps {
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  pages: PagedRows;
  /** The view that the pages are read by. */
  view: RowsView;
  state: TablePageState;
  change: ChangePageState;
  prefs: ColumnPrefs;
  setPrefs: (changes: Partial<ColumnPrefs>) => void;
  /** The name of the column by which rows are grouped. */
  groupedBy: string | undefined;
  /** The text of the open record's key. */
  openKey: string | undefined;
  /** Shows rows as cards, on a phone. */
  showCards: boolean;
  onCreate: (() => void) | undefined;
  onDuplicate: ((row: Row) => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
  onOrderChange: (order: readonly OrderTerm[]) => void;
  onMoveColumn: (moved: string, target: string) => void;
  onColumnAction: (column: Column, action: ColumnAction) => void;
}

/** Shows the rows as a grid or as cards, or why there are none. */
export function RowsArea(props: RowsAreaProps) {
  const { pages, showCards } = props;
  const { table } = useTable();
  usePrefetchBlock(!pages.count && !pages.error);
  if (pages.error && !pages.count) {
    return (
      <div className={styles.center}>
        <ErrorNotice
          error={pages.error}
          title={messages.tableLoadFailed(table.title)}
          onRetry={pages.refetch}
        />
      </div>
    );
  }
  if (pages.count?.count === 0 && !pages.isStale) {
    return (
      <div className={styles.none}>
        <NoRows {...props} />
      </div>
    );
  }
  return (
    <div
      className={styles.area}
      onKeyDownCapture={focusColumnMenu}
      aria-busy={pages.isStale || !pages.count}
      data-stale={pages.isStale || undefined}
      data-cards={showCards || undefined}
    >
      <Rows {...props} />
      <NewRowsButton held={pages.held} />
      {pages.error !== null && (
        <div className={styles.error}>
          <ErrorNotice error={pages.error} title={messages.rowsLoadFailed} onRetry={pages.refetch} />
        </div>
      )}
    </div>
  );
}

function Rows({ showCards, prefs, setPrefs, state, ...props }: RowsAreaProps) {
  const { columns, relations, pages, onDuplicate, onDelete } = props;
  const pinned = useMemo(() => new Set(prefs.pinned), [prefs.pinned]);
  const onEntered = useSaveEnteredValue();
  const onActiveRow = useRecordFollowsActiveRow(state, props.change);
  if (showCards) return <LazyRecordCards {...{ columns, relations, pages, onDuplicate, onDelete }} />;
  return (
    <RowsGrid
      {...{ columns, relations, pages, pinned, onEntered, onActiveRow, onDuplicate, onDelete }}
      view={props.view}
      widths={prefs.widths}
      rowSize={prefs.rowSize ?? 'normal'}
      wraps={prefs.wraps ?? true}
      hasSummary={prefs.summaryShown === true}
      order={state.order}
      groupedBy={props.groupedBy}
      openKey={props.openKey}
      onOrderChange={props.onOrderChange}
      onWidthsChange={(widths) => setPrefs({ widths })}
      onMoveColumn={props.onMoveColumn}
      onColumnAction={props.onColumnAction}
    />
  );
}

/** Returns a function that validates a value entered into a cell and saves it if it differs from the current one. */
function useSaveEnteredValue(): EnterValueHandler {
  const { edits } = useTable();
  return useCallback(
    (row, column, entered) => {
      const checked = checkEnteredValue(column, entered);
      if ('problem' in checked) edits.reportInvalid(row, column.name, String(entered), checked.problem);
      else if (!isSameValue(checked.value, edits.applyQueuedEdits(row)[column.name]))
        void edits.save(row, { [column.name]: checked.value });
    },
    [edits],
  );
}

/** Returns a function that shows the record of the active row, if a record is open. */
function useRecordFollowsActiveRow(state: TablePageState, change: ChangePageState) {
  const isRecordOpen = Array.isArray(state.record);
  return useCallback(
    (key: readonly KeyValue[] | undefined) => {
      if (isRecordOpen && key) change({ record: key }, { replace: true });
    },
    [isRecordOpen, change],
  );
}

/** Focuses the menu button of a column on Alt and the down arrow in its header cell. */
function focusColumnMenu(event: KeyboardEvent) {
  const { target } = event;
  if (!(event.altKey && event.key === 'ArrowDown' && target instanceof Element)) return;
  const button = target
    .closest('[role="columnheader"]')
    ?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  button.focus();
}
