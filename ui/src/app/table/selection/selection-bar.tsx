import { ClipboardCopy, X } from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { findOffers } from '@/data/actions/offers/offers';
import type { RowsView } from '@/data/rows/row-keys';
import { BulkActions } from '@/features/bulk/bulk-actions';
import { listBulkColumns } from '@/features/bulk/dialogs/bulk-edit.utils';
import { exportMessages } from '@/features/export/export-messages';
import { useCopyMarkdown } from '@/features/export/use-copy-markdown';
import type { Column } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { formatCount } from '@/lib/text/format';
import type { SelectionActionsProps } from '@/table/actions/selection-actions';
import type { SelectionMode } from '@/table/selection/row-selection';
import { useTable } from '@/table/table-context';
import type { MatchingRows } from '@/table/view/view-props';
import { tablePageMessages } from '../table-page-messages';
import styles from './selection-bar.module.css';

const SelectionActions = lazyComponent<SelectionActionsProps>(
  async () => (await import('@/table/actions/selection-actions')).SelectionActions,
);

const messages = tablePageMessages.selection;

const formatSelectedCount = (count: number, isExact: boolean) =>
  isExact ? formatCount(count) : messages.approximate(formatCount(count));

export interface SelectionBarProps {
  mode: SelectionMode;
  rowsView: RowsView;
  /** The visible columns, which are copied. */
  columns: readonly Column[];
  /** Undefined if the view does not read its rows as a single list. */
  matchingRows: MatchingRows | undefined;
  onDelete: (() => void) | undefined;
}

/**
 * The floating bar of the ticked rows: their number, after a click on the header's checkbox the offer to select all
 * matching rows, and what the user can do with them. It has its own space, so that it never covers a row.
 */
export function SelectionBar({ mode, rowsView, columns, matchingRows, onDelete }: SelectionBarProps) {
  const { selection } = useTable();
  const canChange = useCanChangeRows(onDelete !== undefined);
  const canSelectAll = useSyncExternalStore(selection.subscribe, selection.canSelectAll);
  const filters = matchingRows?.filters;
  const count = matchingRows?.count;
  const selected =
    mode.kind === 'all' ? Math.max(0, (count?.count ?? 0) - mode.excluded.size) : mode.rows.size;
  const isEstimate = mode.kind === 'all' && !count?.exact;
  const isComplete = mode.kind === 'all' && mode.excluded.size === 0;
  const selectedText = formatSelectedCount(selected, !isEstimate);
  const offersMore =
    mode.kind === 'rows' && canChange && canSelectAll && count !== undefined && count.count > selected;
  const more = offersMore && filters ? count : undefined;
  return (
    <div className={styles.space}>
      <section className={styles.bar} aria-label={messages.label}>
        <span className={styles.count} title={isEstimate ? messages.estimate : undefined}>
          {isComplete ? messages.allSelected(selectedText) : messages.selected(selectedText)}
        </span>
        {more && filters && (
          <Button variant="ghost" className={styles.more} onClick={() => selection.selectAll(filters)}>
            {messages.selectAll(formatSelectedCount(more.count, more.exact))}
          </Button>
        )}
        <span className={styles.actions}>
          {mode.kind === 'rows' && <CopyButton {...{ columns, rowsView }} />}
          <SelectionActions mode={mode} />
          <BulkActions mode={mode} onDelete={onDelete} />
          <IconButton
            label={messages.clear}
            icon={<X size={16} aria-hidden />}
            onClick={() => selection.clear()}
          />
        </span>
      </section>
    </div>
  );
}

/** Whether the role can change or delete the rows, or run an action on them. Otherwise, it can only copy ticked rows. */
function useCanChangeRows(canDelete: boolean): boolean {
  const { table } = useTable();
  const schema = useSchema();
  return useMemo(
    () =>
      canDelete ||
      listBulkColumns(table).length > 0 ||
      findOffers(schema, table, 'selection').length > 0 ||
      findOffers(schema, table, 'row').length > 0,
    [schema, table, canDelete],
  );
}

/** Copies the ticked rows as Markdown, which each role can. */
function CopyButton({ columns, rowsView }: Pick<SelectionBarProps, 'columns' | 'rowsView'>) {
  const { rowCount, copy } = useCopyMarkdown(columns, rowsView);
  return (
    <IconButton
      label={exportMessages.copySelectedRows(rowCount)}
      icon={<ClipboardCopy size={16} aria-hidden />}
      onClick={() => void copy()}
    />
  );
}
