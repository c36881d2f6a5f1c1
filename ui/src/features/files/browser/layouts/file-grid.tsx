import { type CSSProperties, memo, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Checkbox } from '@/components/controls/checkbox';
import { formatBytes } from '@/lib/text/format';
import { EntryLink, getRelativePath } from '../../entries/entry-link';
import type { EntryListProps } from '../../entries/entry-list.types';
import { EntryContextMenu, EntryMenuButton } from '../../entries/entry-menu';
import { filesMessages } from '../../files-messages';
import { FileIcon } from '../thumbnails/file-icon';
import { Thumbnail } from '../thumbnails/thumbnail';
import { type EntryItemProps, getItemProps, useEntryItems } from './entry-items';
import styles from './file-grid.module.css';
import { listWindowParts } from './line-window.utils';
import { useVisibleLines } from './use-visible-lines';

const messages = filesMessages.browser;

/** Distance between cards, and their height, in pixels; as in the style sheet. */
const gap = 12;
const narrowGap = 8;
const folderHeight = 46;
const fileHeight = 190;
/** The minimum width of a card in pixels. On a phone, a line has two cards. */
const minWidth = 168;
const narrowScreen = 560;

/** Shows a folder's entries as cards: first the folders, then the files with thumbnails. */
export function FileGrid(props: EntryListProps) {
  const { entries, onColumnsChange } = props;
  const frame = useRef<HTMLDivElement>(null);
  const layout = useGridLayout(frame);
  const getProps = useEntryItems(props);
  const firstFile = entries.findIndex((entry) => !entry.folder);
  const folderCount = firstFile < 0 ? entries.length : firstFile;
  const section = { getProps, layout, focusedIndex: props.focusedIndex };
  useLayoutEffect(() => onColumnsChange(layout.columns), [onColumnsChange, layout.columns]);
  return (
    <div ref={frame}>
      {folderCount > 0 && (
        <GridSection
          label={messages.folders}
          start={0}
          end={folderCount}
          height={folderHeight}
          {...section}
        />
      )}
      {folderCount < entries.length && (
        <GridSection
          label={messages.files}
          start={folderCount}
          end={entries.length}
          height={fileHeight}
          {...section}
        />
      )}
    </div>
  );
}

interface GridLayout {
  columns: number;
  gap: number;
}

/** Returns the number of cards in a line of the available width. */
function useGridLayout(frame: RefObject<HTMLElement | null>): GridLayout {
  const [layout, setLayout] = useState<GridLayout>({ columns: 2, gap });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const update = () => {
      const width = element.clientWidth;
      const isNarrow = window.innerWidth <= narrowScreen;
      const columns = isNarrow ? 2 : Math.max(1, Math.floor((width - 32 + gap) / (minWidth + gap)));
      const next = { columns, gap: isNarrow ? narrowGap : gap };
      setLayout((current) => (current.columns === next.columns && current.gap === next.gap ? current : next));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return layout;
}

interface GridSectionProps {
  label: string;
  /** The entries of the section: from `start` to before `end`. */
  start: number;
  end: number;
  /** Height of a card in pixels. */
  height: number;
  layout: GridLayout;
  focusedIndex: number;
  getProps: ReturnType<typeof useEntryItems>;
}

function GridSection({ label, start, end, height, layout, focusedIndex, getProps }: GridSectionProps) {
  const list = useRef<HTMLUListElement>(null);
  const { columns } = layout;
  const lineHeight = height + layout.gap;
  const lines = Math.ceil((end - start) / columns);
  const range = useVisibleLines(list, lines, lineHeight);
  const focusedLine =
    focusedIndex < start || focusedIndex >= end ? -1 : Math.floor((focusedIndex - start) / columns);
  return (
    <ul
      ref={list}
      className={styles.grid}
      aria-label={label}
      style={{ '--columns': columns } as CSSProperties}
    >
      {listWindowParts(lines, range, focusedLine).flatMap((part) => {
        if (part.kind === 'gap') {
          // The grid adds a gap after it.
          const style = { height: part.lines * lineHeight - layout.gap };
          return [<li key={part.key} aria-hidden className={styles.gap} style={style} />];
        }
        const first = start + part.index * columns;
        return Array.from({ length: Math.min(columns, end - first) }, (_, i) => getProps(first + i)).map(
          (card) =>
            card && (
              <FileCard
                key={card.entry.path}
                setSize={end - start}
                {...card}
                position={card.position - start}
              />
            ),
        );
      })}
    </ul>
  );
}

const FileCard = memo(function FileCard(props: EntryItemProps & { setSize: number }) {
  const { bucket, prefix, entry, position, setSize, state, privileges, isSelected, list } = props;
  const onAction: EntryListProps['onAction'] = (action) => list.current.onAction(action);
  const menu = { bucket, entry, privileges, onAction };
  return (
    <EntryContextMenu
      {...menu}
      trigger={
        <li
          className={styles.card}
          data-folder={entry.folder || undefined}
          aria-posinset={position}
          aria-setsize={setSize}
          {...getItemProps(props)}
        >
          <EntryLink bucket={bucket} prefix={prefix} entry={entry} state={state} className={styles.link}>
            {entry.folder ? (
              <FileIcon entry={entry} />
            ) : (
              <span className={styles.picture}>
                <Thumbnail bucket={bucket} entry={entry} iconSize={36} />
              </span>
            )}
            <span className={styles.text}>
              <b>{getRelativePath(entry, prefix)}</b>
              {!entry.folder && <small>{formatBytes(entry.size)}</small>}
            </span>
          </EntryLink>
          {props.isSelectable && (
            <span className={styles.check} data-shown={props.hasSelection || undefined}>
              <Checkbox
                aria-label={messages.select(entry.name)}
                checked={isSelected}
                onClick={(event) => list.current.selection.toggle(entry, event.shiftKey)}
              />
            </span>
          )}
          <span className={styles.tools}>
            <EntryMenuButton {...menu} />
          </span>
        </li>
      }
    />
  );
});
