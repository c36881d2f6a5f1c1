import { type KeyboardEvent, useCallback, useMemo } from 'react';
import { ErrorNotice } from '@/components/error-notice';
import type { Column } from '@/lib/api.gen';
import type { KeyValue, PageState } from '../../api/address/page-state.utils';
import type { RowsView } from '../../api/keys';
import type { Pages } from '../../api/paging/pages';
import type { Relation } from '../../api/relations/references';
import type { OrderTerm, Row } from '../../api/row';
import { checkEntered, type Entered } from '../../values/check.utils';
import { sameValue } from '../../values/value.utils';
import { useTable } from '../table-context';
import type { ChangePageState } from '../use-page-state';
import { RecordCards } from './cards/record-cards';
import type { ColumnAction } from './column-menu';
import { NoRows } from './no-rows';
import styles from './rows-area.module.css';
import { RowsGrid } from './rows-grid';
import type { ColumnPrefs } from './use-column-prefs';

export interface RowsAreaProps {
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  pages: Pages;
  /** What the pages are read by. */
  view: RowsView;
  state: PageState;
  change: ChangePageState;
  prefs: ColumnPrefs;
  setPrefs: (changes: Partial<ColumnPrefs>) => void;
  /** The column that the rows are grouped by. */
  grouped: string | undefined;
  openKey: string | undefined;
  /** Rows are cards, on a phone. */
  cards: boolean;
  onCreate: (() => void) | undefined;
  onDuplicate: ((row: Row) => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
  onOrderChange: (order: readonly OrderTerm[]) => void;
  onMoveColumn: (moved: string, target: string) => void;
  onColumnAction: (column: Column, action: ColumnAction) => void;
}

/** The rows as a grid or as cards, or why there are none. */
export function RowsArea(props: RowsAreaProps) {
  const { columns, relations, pages, state, change, prefs, setPrefs, cards } = props;
  const { edits, table } = useTable();
  const pinned = useMemo(() => new Set(prefs.pinned), [prefs.pinned]);

  const onEntered = useCallback(
    (row: Row, column: Column, entered: Exclude<Entered, undefined>) => {
      const checked = checkEntered(column, entered);
      if ('problem' in checked) edits.tellInvalid(row, column.name, String(entered), checked.problem);
      else if (!sameValue(checked.value, edits.shown(row)[column.name]))
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
  if (pages.count?.count === 0 && !pages.stale) {
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
      aria-busy={pages.stale || !pages.count}
      data-stale={pages.stale || undefined}
      data-cards={cards || undefined}
    >
      {cards ? (
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
          summary={prefs.summaryShown === true}
          order={state.order}
          grouped={props.grouped}
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
