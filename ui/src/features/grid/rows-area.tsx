import { type KeyboardEvent, useCallback, useMemo } from 'react';
import { ErrorNotice } from '@/components/feedback/error-notice';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { KeyValue, TablePageState } from '@/data/query/table-page-state';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm, Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { checkEnteredValue, type EnteredValue } from '@/data/values/checks/check-value';
import { isSameValue } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { NoRows } from '@/table/view/no-rows';
import { RecordCards } from './cards/record-cards';
import type { ColumnAction } from './columns/column-menu';
import type { ColumnPrefs } from './columns/use-column-prefs';
import styles from './rows-area.module.css';
import { RowsGrid } from './rows-grid';

export interface RowsAreaProps {
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  pages: PagedRows;
  /** What the pages are read by. */
  view: RowsView;
  state: TablePageState;
  change: ChangePageState;
  prefs: ColumnPrefs;
  setPrefs: (changes: Partial<ColumnPrefs>) => void;
  /** The column that the rows are grouped by. */
  groupedBy: string | undefined;
  openKey: string | undefined;
  /** Rows are cards, on a phone. */
  showCards: boolean;
  onCreate: (() => void) | undefined;
  onDuplicate: ((row: Row) => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
  onOrderChange: (order: readonly OrderTerm[]) => void;
  onMoveColumn: (moved: string, target: string) => void;
  onColumnAction: (column: Column, action: ColumnAction) => void;
}

/** The rows as a grid or as cards, or why there are none. */
export function RowsArea(props: RowsAreaProps) {
  const { columns, relations, pages, state, change, prefs, setPrefs, showCards } = props;
  const { edits, table } = useTable();
  const pinned = useMemo(() => new Set(prefs.pinned), [prefs.pinned]);

  const onEntered = useCallback(
    (row: Row, column: Column, entered: Exclude<EnteredValue, undefined>) => {
      const checked = checkEnteredValue(column, entered);
      if ('problem' in checked) edits.reportInvalid(row, column.name, String(entered), checked.problem);
      else if (!isSameValue(checked.value, edits.applyQueuedEdits(row)[column.name]))
        void edits.save(row, { [column.name]: checked.value });
    },
    [edits],
  );
  // With a record open, the panel follows the active row.
  const following = Array.isArray(state.record);
  const onActiveRow = useCallback(
    (key: readonly KeyValue[] | undefined) => {
      if (following && key) change({ record: key }, { replace: true });
    },
    [following, change],
  );

  if (pages.error && !pages.count) {
    return (
      <div className={styles.center}>
        <ErrorNotice
          error={pages.error}
          title={`${table.title} could not be read.`}
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
      {showCards ? (
        <RecordCards
          {...{ columns, relations, pages }}
          onDuplicate={props.onDuplicate}
          onDelete={props.onDelete}
        />
      ) : (
        <RowsGrid
          {...{ columns, relations, pages, pinned, onEntered, onActiveRow }}
          view={props.view}
          widths={prefs.widths}
          hasSummary={prefs.summaryShown === true}
          order={state.order}
          groupedBy={props.groupedBy}
          openKey={props.openKey}
          onOrderChange={props.onOrderChange}
          onWidthsChange={(widths) => setPrefs({ widths })}
          onMoveColumn={props.onMoveColumn}
          onColumnAction={props.onColumnAction}
          onDuplicate={props.onDuplicate}
          onDelete={props.onDelete}
        />
      )}
      {pages.error !== null && (
        <div className={styles.error}>
          <ErrorNotice error={pages.error} title="Some rows could not be read." onRetry={pages.refetch} />
        </div>
      )}
    </div>
  );
}

/** Alt and the down arrow in a header cell lead to the column's menu. */
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
