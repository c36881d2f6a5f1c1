import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '@/components/controls/checkbox';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { FileEntry } from '@/lib/api.gen';
import { formatBytes, formatDateTime, formatRelativeTime } from '@/lib/text/format';
import { EntryLink, getRelativePath } from '../entries/entry-link';
import type { EntryListProps } from '../entries/entry-list.types';
import { EntryContextMenu, EntryMenuButton } from '../entries/entry-menu';
import { filesMessages } from '../files-messages';
import type { FilesSort } from '../page/files-state.utils';
import styles from './file-table.module.css';
import { Thumbnail } from './thumbnail';

const messages = filesMessages.browser;

/** Shows a folder's entries as a table with size and date. */
export function FileTable(props: EntryListProps) {
  const { entries, selection, state, onChange } = props;
  const count = selection.entries.length;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {selection.isEnabled && (
            <th className={styles.check}>
              <Checkbox
                aria-label={messages.selectAll}
                checked={count === 0 ? false : count === entries.length || 'indeterminate'}
                onCheckedChange={() => (count === entries.length ? selection.clear() : selection.selectAll())}
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
      <tbody>
        {entries.map((entry) => (
          <FileRow key={entry.path} entry={entry} {...props} />
        ))}
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

function FileRow(props: EntryListProps & { entry: FileEntry }) {
  const { bucket, prefix, entry, state, privileges, selection, dragProps, onAction } = props;
  const isSelected = selection.paths.has(entry.path);
  const modified = entry.updatedAt ? new Date(entry.updatedAt) : null;
  const menu = { bucket, entry, privileges, onAction };
  return (
    <EntryContextMenu
      {...menu}
      trigger={
        <tr
          className={styles.row}
          data-item={entry.path}
          data-selected={isSelected || undefined}
          {...dragProps(entry)}
        >
          {selection.isEnabled && (
            <td className={styles.check}>
              <Checkbox
                aria-label={messages.select(entry.name)}
                checked={isSelected}
                onClick={(event) => selection.toggle(entry, event.shiftKey)}
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
}
