import { Link } from 'wouter';
import { formatTablePageState, type TablePageState } from '@/data/query/table-page-state';
import { gridView, type ViewKind } from '@/data/query/view-ref.utils';
import { viewKinds } from '@/table/view/view-kinds';
import styles from './view-tabs.module.css';

export interface ViewTabsProps {
  state: TablePageState;
  current: ViewKind;
  /** The views that the table's columns allow. */
  availableKinds: readonly ViewKind[];
}

/** The table's views. Links, since a view is an address: they can be copied, and opened beside this one. */
export function ViewTabs({ state, current, availableKinds }: ViewTabsProps) {
  return (
    <nav className={styles.tabs} aria-label="Views">
      {availableKinds.map((kind) => {
        const { title, Icon } = viewKinds[kind];
        // Columns of a grid and fields of a card are chosen apart.
        const view = kind === current ? state.view : { ...gridView, kind };
        const select = kind === current ? state.select : undefined;
        const search = formatTablePageState({ ...state, view, select });
        return (
          <Link
            key={kind}
            href={search === '' ? window.location.pathname : `${window.location.pathname}?${search}`}
            className={styles.tab}
            aria-current={kind === current ? 'page' : undefined}
          >
            <Icon aria-hidden />
            {title}
          </Link>
        );
      })}
    </nav>
  );
}
