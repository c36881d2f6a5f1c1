import { TriangleAlert } from 'lucide-react';
import type { TablePageState } from '@/data/query/table-page-state';
import { removeColumns, unknownColumns } from '@/data/saved-views/saved-views.utils';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import styles from '@/table/view/column-notice.module.css';

export interface UnknownColumnsNoticeProps {
  state: TablePageState;
  onChange: ChangePageState;
}

/** Columns that the page's address names and that aren't there: a view may be older than the table. */
export function UnknownColumnsNotice({ state, onChange }: UnknownColumnsNoticeProps) {
  const { table } = useTable();
  const missing = unknownColumns(table, state);
  if (missing.length === 0) return null;
  const names = missing.map((name) => `“${name}”`).join(', ');
  return (
    <div className={styles.notice} role="status">
      <TriangleAlert size={14} aria-hidden />
      <p dir="auto">
        {missing.length === 1
          ? `This view needs the column ${names}, which is no longer there, or not for your role.`
          : `This view needs columns that are no longer there, or not for your role: ${names}.`}
      </p>
      <button type="button" onClick={() => onChange(removeColumns(state, missing))}>
        Leave {missing.length === 1 ? 'it' : 'them'} out
      </button>
    </div>
  );
}
