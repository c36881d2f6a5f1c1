import { Checkbox } from '@/components/controls/checkbox';
import type { FileEntry } from '@/lib/api.gen';
import { formatBytes } from '@/lib/text/format';
import { EntryLink, getRelativePath } from '../entries/entry-link';
import type { EntryListProps } from '../entries/entry-list.types';
import { EntryContextMenu, EntryMenuButton } from '../entries/entry-menu';
import { filesMessages } from '../files-messages';
import styles from './file-grid.module.css';
import { FileIcon } from './file-icon';
import { Thumbnail } from './thumbnail';

const messages = filesMessages.browser;

/** Shows a folder's entries as cards: first the folders, then the files with thumbnails. */
export function FileGrid(props: EntryListProps) {
  const folders = props.entries.filter((entry) => entry.folder);
  const files = props.entries.filter((entry) => !entry.folder);
  return (
    <>
      {folders.length > 0 && (
        <ul className={styles.grid} aria-label={messages.folders}>
          {folders.map((entry) => (
            <FileCard key={entry.path} entry={entry} {...props} />
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className={styles.grid} aria-label={messages.files}>
          {files.map((entry) => (
            <FileCard key={entry.path} entry={entry} {...props} />
          ))}
        </ul>
      )}
    </>
  );
}

function FileCard(props: EntryListProps & { entry: FileEntry }) {
  const { bucket, prefix, entry, state, privileges, selection, dragProps, onAction } = props;
  const isSelected = selection.paths.has(entry.path);
  const menu = { bucket, entry, privileges, onAction };
  return (
    <EntryContextMenu
      {...menu}
      trigger={
        <li
          className={styles.card}
          data-item={entry.path}
          data-selected={isSelected || undefined}
          data-folder={entry.folder || undefined}
          {...dragProps(entry)}
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
          {selection.isEnabled && (
            <span className={styles.check} data-shown={selection.entries.length > 0 || undefined}>
              <Checkbox
                aria-label={messages.select(entry.name)}
                checked={isSelected}
                onClick={(event) => selection.toggle(entry, event.shiftKey)}
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
}
