import { ImageOff } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Skeleton } from '@/components/skeleton';
import type { Column } from '@/lib/api.gen';
import { keyOf } from '../../api/changes/guards.utils';
import { identityOf } from '../../api/paging/keyset.utils';
import type { Pages } from '../../api/paging/pages';
import type { Relation } from '../../api/relations/references';
import type { Row } from '../../api/row';
import { CardFace } from '../cells/card-face';
import { fileURL } from '../cells/cell-value.utils';
import { Picture } from '../cells/picture';
import { RowFate } from '../cells/row-fate';
import { rowKeyText } from '../cells/use-cell';
import { useTable } from '../table-context';
import { fieldPlaces } from '../views/views.utils';
import styles from './gallery.module.css';
import { cardPlace, drawnCards, galleryHeight, galleryLayout } from './gallery.utils';

export interface GalleryProps {
  pages: Pages;
  column: Column;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

/** Cards that stand in until the first page comes. */
const skeletons = 12;

/** Cards with pictures. Only those near the screen are drawn, and loaded. */
export function Gallery({ pages, column, fields, relations }: GalleryProps) {
  const { table } = useTable();
  const scroller = useRef<HTMLElement>(null);
  const [view, setView] = useState({ top: 0, width: 0, height: 800 });
  const { lines, foot, people } = fieldPlaces(table, relations, fields);
  const layout = galleryLayout(view.width, lines.length, foot.length + people.length > 0);
  const count = pages.count?.count ?? skeletons;
  const { from, to } = drawnCards(layout, count, view.top, view.height);
  const { show } = pages;

  const follow = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    setView({ top: element.scrollTop, width: element.clientWidth, height: element.clientHeight });
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    return () => observer.disconnect();
  }, [follow]);
  // Another order or filter is read from its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` stands for the rows that are asked for
  useEffect(() => {
    // In braces: scrollTo answers with a promise in new browsers, which is no clean-up.
    scroller.current?.scrollTo({ top: 0 });
  }, [show]);
  useEffect(() => show({ first: from, last: Math.max(from, to - 1) }), [show, from, to]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -layout.columns, ArrowDown: layout.columns };
    const step = steps[event.key as keyof typeof steps];
    const at = event.target instanceof HTMLElement ? event.target.dataset.index : undefined;
    if (!step || at === undefined) return;
    event.preventDefault();
    scroller.current?.querySelector<HTMLElement>(`[data-index="${Number(at) + step}"]`)?.focus();
  };
  return (
    <section
      ref={scroller}
      className={styles.scroll}
      aria-label={`Gallery of ${table.title}`}
      // Rows without a key can't be opened: then nothing inside takes the keyboard's focus.
      tabIndex={identityOf(table) ? undefined : 0}
      onScroll={follow}
      onKeyDown={onKeyDown}
    >
      <ul className={styles.list} style={{ height: galleryHeight(layout, count) }}>
        {view.width > 0 &&
          Array.from({ length: to - from }, (_, i) => from + i).map((index) => (
            <li
              key={index}
              className={styles.place}
              style={{ ...cardPlace(layout, index), width: layout.width, height: layout.height }}
              aria-setsize={count}
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
  );
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
        <span className={styles.waiting}>
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
        <CardFace
          row={row}
          fields={fields.filter((field) => !('file' in field.tags))}
          relations={relations}
        />
      </button>
      <RowFate row={row} className={styles.fate} />
    </>
  );
}
