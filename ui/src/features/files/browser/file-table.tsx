import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '@/components/controls/checkbox';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { FileEntry } from '@/lib/api.gen';
import { formatBytes, formatDateTime, formatRelativeTime } from '@/lib/format';
import { EntryLink, getRelativePath } from '../entries/entry-link';
import type { EntryListProps } from '../entries/entry-list.types';
import { EntryContextMenu, EntryMenuButton } from '../entries/entry-menu';
import type { FilesSort } from '../page/files-state.utils';
import styles from './file-table.module.css';
import { Thumbnail } from './thumbnail';

/** A folder as lines with size and date. */
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
                aria-label="Select all"
                checked={count === 0 ? false : count === entries.length || 'indeterminate'}
                onCheckedChange={() => (count === entries.length ? selection.clear() : selection.selectAll())}
              />
            </th>
          )}
          <SortHeader column="name" label="Name" sort={state.sort} onSort={(sort) => onChange({ sort })} />
          <th className={styles.size}>Size</th>
          <SortHeader
            column="updated_at"
            label="Changed"
            sort={state.sort}
            onSort={(sort) => onChange({ sort })}
            className={styles.date}
          />
          <th className={styles.tools}>
            <VisuallyHidden>Tools</VisuallyHidden>
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
  const [by, direction] = sort.split('.');
  const sorted = by === column;
  const ascending = direction === 'asc';
  const Arrow = ascending ? ArrowUp : ArrowDown;
  // Names are wanted from A, dates from the newest; a second press turns it around.
  const first = column === 'name' ? 'asc' : 'desc';
  const next = sorted ? (ascending ? 'desc' : 'asc') : first;
  return (
    <th className={className} aria-sort={sorted ? (ascending ? 'ascending' : 'descending') : undefined}>
      <button type="button" className={styles.sort} onClick={() => onSort(`${column}.${next}`)}>
        {label}
        {sorted && <Arrow size={13} aria-hidden />}
      </button>
    </th>
  );
}

function FileRow(props: EntryListProps & { entry: FileEntry }) {
  const { bucket, prefix, entry, state, privileges, selection, dragProps, onAction } = props;
  const selected = selection.paths.has(entry.path);
  const changed = entry.updatedAt ? new Date(entry.updatedAt) : null;
  const menu = { bucket, entry, privileges, onAction };
  return (
    <EntryContextMenu
      {...menu}
      trigger={
        <tr
          className={styles.row}
          data-item={entry.path}
          data-selected={selected || undefined}
          {...dragProps(entry)}
        >
          {selection.isEnabled && (
            <td className={styles.check}>
              <Checkbox
                aria-label={`Select ${entry.name}`}
                checked={selected}
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
                    {formatBytes(entry.size)}
                    {changed && ` · ${formatRelativeTime(changed)}`}
                  </small>
                )}
              </span>
            </EntryLink>
          </td>
          <td className={styles.size}>{entry.folder ? '' : formatBytes(entry.size)}</td>
          <td className={styles.date} title={changed ? formatDateTime(changed) : undefined}>
            {changed && formatRelativeTime(changed)}
          </td>
          <td className={styles.tools}>
            <EntryMenuButton {...menu} />
          </td>
        </tr>
      }
    />
  );
}
