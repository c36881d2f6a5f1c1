import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Checkbox } from '@/components/controls/checkbox';
import { VisuallyHidden } from '@/components/visually-hidden';
import { formatBytes, formatDateTime, formatRelativeTime } from '@/lib/text/format';
import { EntryLink, getRelativePath } from '../../entries/entry-link';
import type { EntryListProps } from '../../entries/entry-list.types';
import { EntryContextMenu, EntryMenuButton } from '../../entries/entry-menu';
import { filesMessages } from '../../files-messages';
import type { FilesSort } from '../../page/files-state.utils';
import { Thumbnail } from '../thumbnails/thumbnail';
import { type EntryItemProps, getItemProps, useEntryItems } from './entry-items';
import styles from './file-table.module.css';
import { listWindowParts } from './line-window.utils';
import { useVisibleLines } from './use-visible-lines';

const messages = filesMessages.browser;

/** Height of a row until a row is measured, in pixels. */
const defaultRowHeight = 44;

/** Shows a folder's entries as a table with size and date. */
export function FileTable(props: EntryListProps) {
  const { entries, selection, state, focusedIndex, onChange, onColumnsChange } = props;
  const count = selection.entries.length;
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRowHeight(body);
  const range = useVisibleLines(body, entries.length, rowHeight);
  const getProps = useEntryItems(props);
  useLayoutEffect(() => onColumnsChange(1), [onColumnsChange]);
  return (
    <table className={styles.table} aria-rowcount={entries.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          {selection.isEnabled && (
            <th className={styles.check}>
              <Checkbox
                aria-label={messages.selectAll}
                checked={count === 0 ? false : selection.isAll || 'indeterminate'}
                onCheckedChange={() => (selection.isAll ? selection.clear() : selection.selectAll())}
              />
            </th>
          )}
          <SortHeader
            column="name"
            label={messages.name}
            sort={state.sort}
            onSort={(sort) => onChange({ sort })}
          />
          <th className={styles.size}>{messages.size}</th>
          <SortHeader
            column="updated_at"
            label={messages.modified}
            sort={state.sort}
            onSort={(sort) => onChange({ sort })}
            className={styles.date}
          />
          <th className={styles.tools}>
            <VisuallyHidden>{messages.actions}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {listWindowParts(entries.length, range, focusedIndex).map((part) => {
          if (part.kind === 'gap') {
            return <tr key={part.key} aria-hidden style={{ height: part.lines * rowHeight }} />;
          }
          const row = getProps(part.index);
          return row && <FileRow key={row.entry.path} {...row} />;
        })}
      </tbody>
    </table>
  );
}

interface SortHeaderProps {
  column: 'name' | 'updated_at';
  label: string;
  sort: FilesSort;
  onSort: (sort: FilesSort) => void;
  className?: string | undefined;
}

function SortHeader({ column, label, sort, onSort, className }: SortHeaderProps) {
  const [sortColumn, direction] = sort.split('.');
  const isSorted = sortColumn === column;
  const isAscending = direction === 'asc';
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  // The first press sorts names from A and dates from the newest. The second press reverses the order.
  const firstDirection = column === 'name' ? 'asc' : 'desc';
  const oppositeDirection = isAscending ? 'desc' : 'asc';
  const nextDirection = isSorted ? oppositeDirection : firstDirection;
  return (
    <th className={className} aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}>
      <button type="button" className={styles.sort} onClick={() => onSort(`${column}.${nextDirection}`)}>
        {label}
        {isSorted && <Arrow size={13} aria-hidden />}
      </button>
    </th>
  );
}

/** Returns the height of the rows, which depends on the width of the screen. */
function useRowHeight(body: RefObject<HTMLTableSectionElement | null>): number {
  const [height, setHeight] = useState(defaultRowHeight);
  useLayoutEffect(() => {
    const row = body.current?.querySelector('[data-item]');
    if (!row) return;
    const observer = new ResizeObserver(() => {
      const measured = row.getBoundingClientRect().height;
      if (measured > 0) setHeight(measured);
    });
    observer.observe(row);
    return () => observer.disconnect();
  });
  return height;
}

const FileRow = memo(function FileRow(props: EntryItemProps) {
  const { bucket, prefix, entry, position, state, privileges, isSelected, isSelectable, list } = props;
  const modified = entry.updatedAt ? new Date(entry.updatedAt) : null;
  const onAction: EntryListProps['onAction'] = (action) => list.current.onAction(action);
  const menu = { bucket, entry, privileges, onAction };
  return (
    <EntryContextMenu
      {...menu}
      trigger={
        <tr className={styles.row} aria-rowindex={position + 1} {...getItemProps(props)}>
          {isSelectable && (
            <td className={styles.check}>
              <Checkbox
                aria-label={messages.select(entry.name)}
                checked={isSelected}
                onClick={(event) => list.current.selection.toggle(entry, event.shiftKey)}
              />
            </td>
          )}
          <td className={styles.name}>
            <EntryLink bucket={bucket} prefix={prefix} entry={entry} state={state} className={styles.link}>
              <span className={styles.picture}>
                <Thumbnail bucket={bucket} entry={entry} />
              </span>
              <span className={styles.text}>
                {getRelativePath(entry, prefix)}
                {!entry.folder && (
                  <small className={styles.details} aria-hidden>
                    {modified
                      ? messages.details(formatBytes(entry.size), formatRelativeTime(modified))
                      : formatBytes(entry.size)}
                  </small>
                )}
              </span>
            </EntryLink>
          </td>
          <td className={styles.size}>{entry.folder ? '' : formatBytes(entry.size)}</td>
          <td className={styles.date} title={modified ? formatDateTime(modified) : undefined}>
            {modified && formatRelativeTime(modified)}
          </td>
          <td className={styles.tools}>
            <EntryMenuButton {...menu} />
          </td>
        </tr>
      }
    />
  );
});
