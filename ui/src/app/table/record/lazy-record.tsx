import { Spinner } from '@/components/feedback/spinner';
import type { RecordPanelProps } from '@/features/record/record-panel';
import panelStyles from '@/features/record/record-panel.module.css';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { tablePageMessages as messages } from '../table-page-messages';
import styles from '../view/lazy-view.module.css';

/** The open record of a table, as a panel beside the rows or as a page. */
export const LazyRecordPanel = lazyComponent<RecordPanelProps>(
  async () => (await import('@/features/record/record-panel')).RecordPanel,
  <div className={panelStyles.panel}>
    <Spinner label={messages.loadingView} className={styles.loading} size={20} />
  </div>,
);

/** The form of a table in which the role can only add rows. */
export const LazyInsertOnlyForm = lazyComponent(
  async () => (await import('@/features/record/form/insert-only-form')).InsertOnlyForm,
);
