import { Link } from 'wouter';
import { isReport } from '@/data/charts/chart-columns';
import { formatTablePageState, type TablePageState } from '@/data/query/page-state/table-page-state';
import { gridView, type ViewKind } from '@/data/query/page-state/view-ref.utils';
import { useTable } from '@/table/table-context';
import { viewKinds } from '@/table/view/view-kinds';
import { tablePageMessages as messages } from '../table-page-messages';
import styles from './view-tabs.module.css';

export interface ViewTabsProps {
  state: TablePageState;
  current: ViewKind;
  /** The kinds of views that the table's columns allow. */
  availableKinds: readonly ViewKind[];
}

/** The kinds of views of a table, as links, so that the user can copy them and open them in another tab. */
export function ViewTabs({ state, current, availableKinds }: ViewTabsProps) {
  const { table } = useTable();
  return (
    <nav className={styles.tabs} aria-label={messages.views}>
      {availableKinds.map((kind) => {
        const { title, Icon } = viewKinds[kind];
        // The columns of a grid and the fields of a card are separate choices.
        const isExplicitGrid = kind === 'grid' && isReport(table);
        const view = kind === current ? state.view : { ...gridView, kind, isExplicitGrid };
        const select = kind === current ? state.select : undefined;
        const search = formatTablePageState({ ...state, view, select });
        return (
          <Link
            key={kind}
            href={search === '' ? window.location.pathname : `${window.location.pathname}?${search}`}
            className={styles.tab}
            title={title}
            aria-current={kind === current ? 'page' : undefined}
          >
            <Icon aria-hidden />
            <span className={styles.caption}>{title}</span>
          </Link>
        );
      })}
    </nav>
  );
}
