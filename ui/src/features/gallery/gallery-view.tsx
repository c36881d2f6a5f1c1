import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { usePages } from '@/data/paging/segments/use-pages';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import { NoRows } from '@/table/view/notices/no-rows';
import { RowTotal } from '@/table/view/row-total';
import type { ViewProps } from '@/table/view/view-props';
import { Gallery } from './gallery';
import styles from './gallery.module.css';
import { galleryMessages as messages } from './gallery-messages';

export interface GalleryViewProps extends ViewProps {
  /** The `@file` column with the pictures of the cards. */
  column: Column;
}

/** Shows the rows of a table as cards with a picture each, or why there are none. */
export function GalleryView(props: GalleryViewProps) {
  const { Layout, column, rowsView, columns, relations, state, change } = props;
  const { table } = useTable();
  const pages = usePages(table, rowsView);
  const isEmpty = pages.count?.count === 0 && !pages.isStale;
  return (
    <Layout {...props} sequence={pages} total={<RowTotal pages={pages} />}>
      {pages.error && !pages.count ? (
        <div className={styles.center}>
          <ErrorNotice
            error={pages.error}
            title={messages.tableLoadFailed(table.title)}
            onRetry={pages.refetch}
          />
        </div>
      ) : isEmpty ? (
        <NoRows state={state} change={change} onCreate={props.onCreate} />
      ) : (
        <div
          className={styles.area}
          aria-busy={pages.isStale || !pages.count}
          data-stale={pages.isStale || undefined}
        >
          <Gallery {...{ pages, column, relations }} fields={columns} />
          {pages.error !== null && (
            <div className={styles.error}>
              <ErrorNotice error={pages.error} title={messages.rowsLoadFailed} onRetry={pages.refetch} />
            </div>
          )}
        </div>
      )}
    </Layout>
  );
}
