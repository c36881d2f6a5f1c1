import { ImageOff } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { layoutFields } from '@/data/layouts/views.utils';
import { identityOf } from '@/data/paging/cursor/keyset.utils';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { isPeopleTable } from '@/data/relations/people-table';
import type { Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import { fileURL } from '@/data/values/file-url';
import { keyOf } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { matchesKeys } from '@/lib/browser/keyboard';
import { CardPosition } from '@/table/cards/card-position';
import { type CardWindow, useCardWindow } from '@/table/cards/use-card-window';
import { CardContent } from '@/table/cells/card-content';
import { Picture } from '@/table/cells/picture';
import { RowStatusIcon } from '@/table/cells/row-status-icon';
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

export interface GalleryProps {
  pages: PagedRows;
  column: Column;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

/** Cards that stand in until the first page comes. */
const skeletons = 12;

/** Lines of cards beyond the screen that are drawn all the same. */
const margin = 2;

/** Cards with pictures. Only those near the screen are drawn, and loaded. */
export function Gallery({ pages, column, fields, relations }: GalleryProps) {
  const { table } = useTable();
  const [room, setRoom] = useState(0);
  const { lines, footer, people } = layoutFields(table, relations, fields);
  const ratio = isPeopleTable(table) ? pictureRatio.person : pictureRatio.record;
  const layout = computeGalleryLayout(room, lines.length, footer.length + people.length > 0, ratio);
  const { columns, width, height } = layout;
  const cards = useCardWindow({
    ...{ pages, columns, margin, skeletons },
    lineHeight: computeLineHeight(layout),
    onResize: ({ clientWidth }) => setRoom(clientWidth),
  });
  const { first, last } = cards.renderedRange;
  const onKeyDown = useCardKeys(cards, pages, columns);
  return (
    <>
      <section
        ref={cards.list}
        className={styles.scroll}
        data-railed={cards.rows.isWindowed || undefined}
        aria-label={`Gallery of ${table.title}`}
        // Rows without a key can't be opened: then nothing inside takes the keyboard's focus.
        tabIndex={identityOf(table) ? undefined : 0}
        onScroll={cards.onScroll}
        onKeyDown={onKeyDown}
      >
        <ul className={styles.list} style={{ height: cards.height + 2 * listPadding - cardGap }}>
          {room > 0 &&
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

/** Arrows go from card to card; the focus goes along to an end of the table. */
function useCardKeys({ list }: CardWindow, { scrollTarget }: PagedRows, columns: number) {
  const leaving = useRef(false);
  const wanted = useRef<number>(undefined);
  const arrived = useRef(scrollTarget);
  useEffect(() => {
    if (scrollTarget && arrived.current !== scrollTarget && leaving.current)
      wanted.current = scrollTarget.index;
    if (arrived.current !== scrollTarget) leaving.current = false;
    arrived.current = scrollTarget;
    const { activeElement } = document;
    // Who went on elsewhere meanwhile stays there.
    if (activeElement !== document.body && !list.current?.contains(activeElement)) wanted.current = undefined;
    if (wanted.current === undefined) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!card) return;
    wanted.current = undefined;
    card.focus({ preventScroll: true });
  });
  return (event: KeyboardEvent<HTMLElement>) => {
    leaving.current = ['mod+home', 'mod+end'].some((keys) => matchesKeys(event.nativeEvent, keys));
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
    const step = steps[event.key as keyof typeof steps];
    const at = event.target instanceof HTMLElement ? event.target.dataset.index : undefined;
    if (!step || at === undefined) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`[data-index="${Number(at) + step}"]`)?.focus();
  };
}

interface GalleryCardProps extends Omit<GalleryProps, 'pages'> {
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
  const key = keyOf(table, row);
  const value = row[column.name];
  const url = typeof value === 'string' ? fileURL(column, value) : undefined;
  return (
    <>
      <button
        type="button"
        className={styles.card}
        data-index={index}
        data-card={rowKeyText(table, row)}
        disabled={!key}
        onClick={() => key && openRecord(key)}
      >
        <span className={styles.picture} style={{ height: pictureHeight }}>
          {url ? (
            <Picture url={url} />
          ) : (
            <ImageOff size={20} role="img" aria-label={`no ${column.title.toLocaleLowerCase()}`} />
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
