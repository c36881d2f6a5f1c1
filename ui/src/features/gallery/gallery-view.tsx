import { ErrorNotice } from '@/components/feedback/error-notice';
import { usePages } from '@/data/paging/segments/use-pages';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import { NoRows } from '@/table/view/no-rows';
import { RowTotal } from '@/table/view/row-total';
import type { ViewProps } from '@/table/view/view-props';
import { Gallery } from './gallery';
import styles from './gallery.module.css';

export interface GalleryViewProps extends ViewProps {
  /** The `@file` column whose pictures are shown. */
  column: Column;
}

/** The rows as cards with a picture each. */
export function GalleryView(props: GalleryViewProps) {
  const { Layout, column, rowsView, columns, relations, state, change } = props;
  const { table } = useTable();
  const pages = usePages(table, rowsView);
  const empty = pages.count?.count === 0 && !pages.isStale;
  return (
    <Layout {...props} sequence={pages} total={<RowTotal pages={pages} />}>
      {pages.error && !pages.count ? (
        <div className={styles.center}>
          <ErrorNotice
            error={pages.error}
            title={`${table.title} could not be read.`}
            onRetry={pages.refetch}
          />
        </div>
      ) : empty ? (
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
              <ErrorNotice error={pages.error} title="Some rows could not be read." onRetry={pages.refetch} />
            </div>
          )}
        </div>
      )}
    </Layout>
  );
}
