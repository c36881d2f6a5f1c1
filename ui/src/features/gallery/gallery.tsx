import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { layoutFields } from '@/data/layouts/views.utils';
import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { isPeopleTable } from '@/data/relations/people-table';
import type { Relation } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { getColumnFileURL } from '@/data/values/file-url';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { CardPosition } from '@/table/cards/card-position';
import { useCardWindow } from '@/table/cards/use-card-window';
import { CardContent } from '@/table/cells/card-content';
import { Picture } from '@/table/cells/picture';
import { RowStatusIcon } from '@/table/cells/status/row-status-icon';
import { useTable } from '@/table/table-context';
import styles from './gallery.module.css';
import {
  cardGap,
  computeCardPosition,
  computeGalleryLayout,
  computeLineHeight,
  listPadding,
  pictureRatio,
} from './gallery.utils';
import { galleryMessages as messages } from './gallery-messages';
import { useGalleryKeys } from './use-gallery-keys';

export interface GalleryProps {
  pages: PagedRows;
  /** The `@file` column with the pictures of the cards. */
  column: Column;
  /** The columns below the picture. */
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

/** Number of placeholder cards while the first page is loading. */
const skeletons = 12;

/** Lines of cards that are rendered above and below the visible area. */
const margin = 2;

/** Shows rows as cards with pictures. Renders and loads only the cards near the visible area. */
export function Gallery({ pages, column, fields, relations }: GalleryProps) {
  const { table } = useTable();
  const [availableWidth, setAvailableWidth] = useState(0);
  const { lines, footer, people } = layoutFields(table, relations, fields);
  const ratio = isPeopleTable(table) ? pictureRatio.person : pictureRatio.record;
  const hasFooter = footer.length + people.length > 0;
  const layout = computeGalleryLayout(availableWidth, lines.length, hasFooter, ratio);
  const { columns, width, height } = layout;
  const cards = useCardWindow({
    ...{ pages, columns, margin, skeletons },
    lineHeight: computeLineHeight(layout),
    onResize: ({ clientWidth }) => setAvailableWidth(clientWidth),
  });
  const { first, last } = cards.renderedRange;
  const onKeyDown = useGalleryKeys(cards, pages, columns);
  return (
    <>
      <section
        ref={cards.list}
        className={styles.scroll}
        data-windowed={cards.rows.isWindowed || undefined}
        aria-label={messages.label(table.title)}
        // Without a key, cards can't be opened and are disabled: then the list itself must be focusable.
        tabIndex={findIdentity(table) ? undefined : 0}
        onScroll={cards.onScroll}
        onKeyDown={onKeyDown}
      >
        <ul
          className={styles.list}
          data-title-lines={layout.titleLines}
          style={{ height: cards.height + 2 * listPadding - cardGap }}
        >
          {availableWidth > 0 &&
            Array.from({ length: last - first }, (_, i) => first + i).map((index) => (
              <li
                key={index}
                className={styles.item}
                style={{
                  ...computeCardPosition(layout, cards.lineOf(index), index % columns),
                  width,
                  height,
                }}
                aria-setsize={pages.count?.count ?? -1}
                aria-posinset={index + 1}
              >
                <GalleryCard
                  {...{ index, column, fields, relations }}
                  row={pages.rowAt(index)}
                  pictureHeight={layout.pictureHeight}
                />
              </li>
            ))}
        </ul>
      </section>
      <CardPosition {...{ pages, cards, columns }} />
    </>
  );
}

interface GalleryCardProps extends Omit<GalleryProps, 'pages'> {
  /** Undefined while the row is loading. */
  row: Row | undefined;
  index: number;
  pictureHeight: number;
}

function GalleryCard({ row, index, column, fields, relations, pictureHeight }: GalleryCardProps) {
  const { table, openRecord } = useTable();
  if (!row) {
    return (
      <div className={styles.card} aria-hidden>
        <Skeleton height={pictureHeight} />
        <span className={styles.skeleton}>
          <Skeleton width="60%" height={13} />
          <Skeleton width="40%" height={11} />
        </span>
      </div>
    );
  }
  const key = getRowKey(table, row);
  const value = row[column.name];
  const url = typeof value === 'string' ? getColumnFileURL(column, value) : undefined;
  return (
    <>
      <button
        type="button"
        className={styles.card}
        data-index={index}
        data-card={getCachedRowKey(table, row)}
        disabled={!key}
        onClick={() => key && openRecord(key)}
      >
        <span className={styles.picture} style={{ height: pictureHeight }}>
          {url ? (
            <Picture url={url} />
          ) : (
            <ImageOff size={20} role="img" aria-label={messages.noPicture(column.title)} />
          )}
        </span>
        <CardContent
          row={row}
          fields={fields.filter((field) => !('file' in field.tags))}
          relations={relations}
        />
      </button>
      <RowStatusIcon row={row} className={styles.status} />
    </>
  );
}
