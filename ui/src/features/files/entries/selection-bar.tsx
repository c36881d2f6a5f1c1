import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/client';
import { Copy, Download, FolderInput, Trash2, X } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { Spinner } from '@/components/feedback/spinner';
import { toast } from '@/components/overlays/toast';
import type { FilePrivileges } from '@/lib/api.gen';
import { pop } from '@/lib/browser/theme/motion';
import { downloadArchive, maxArchiveEntries } from '../api/download-archive';
import { filesMessages } from '../files-messages';
import type { PendingAction } from '../page/pending-action.types';
import styles from './selection-bar.module.css';
import type { FileSelection } from './use-file-selection';

const messages = filesMessages.selection;

export interface SelectionBarProps {
  bucket: string;
  prefix: string;
  selection: FileSelection;
  /** Whether the list contains the matches of a search instead of the folder's entries. */
  isSearch: boolean;
  /** The number of loaded entries. */
  loadedCount: number;
  privileges: FilePrivileges;
  onAction: (action: PendingAction) => void;
}

/** Toolbar with the actions on the selected entries. Hidden if none are selected. */
export function SelectionBar({
  bucket,
  prefix,
  selection,
  isSearch,
  loadedCount,
  privileges,
  onAction,
}: SelectionBarProps) {
  const { entries } = selection;
  return (
    <AnimatePresence mode="popLayout">
      {selection.isLoadingAll && (
        <m.div key="loading" className={styles.bar} {...pop}>
          <Spinner />
          <span className={styles.count} role="status">
            {messages.loadingAll(loadedCount)}
          </span>
          <Button size="sm" onClick={selection.clear}>
            {messages.cancel}
          </Button>
        </m.div>
      )}
      {entries.length > 0 && !selection.isLoadingAll && (
        <m.div key="selected" className={styles.bar} role="toolbar" aria-label={messages.label} {...pop}>
          <span className={styles.count} role="status">
            {messages.count(entries.length)}
          </span>
          <Button
            size="sm"
            icon={<Download aria-hidden />}
            onClick={() => downloadSelection(bucket, prefix, selection, isSearch)}
          >
            {messages.download}
          </Button>
          <ChangeButtons {...{ entries, privileges, onAction }} />
          <IconButton label={messages.clear} icon={<X aria-hidden />} onClick={selection.clear} />
        </m.div>
      )}
    </AnimatePresence>
  );
}

interface ChangeButtonsProps extends Pick<SelectionBarProps, 'privileges' | 'onAction'> {
  entries: FileSelection['entries'];
}

/** The buttons that move, copy and delete the selected entries, without those that the role doesn't allow. */
function ChangeButtons({ entries, privileges, onAction }: ChangeButtonsProps) {
  return (
    <>
      {privileges.update !== false && (
        <Button
          size="sm"
          icon={<FolderInput aria-hidden />}
          onClick={() => onAction({ kind: 'move', entries })}
        >
          {messages.move}
        </Button>
      )}
      {privileges.insert !== false && (
        <Button size="sm" icon={<Copy aria-hidden />} onClick={() => onAction({ kind: 'copy', entries })}>
          {messages.copy}
        </Button>
      )}
      {privileges.delete !== false && (
        <Button size="sm" icon={<Trash2 aria-hidden />} onClick={() => onAction({ kind: 'delete', entries })}>
          {messages.delete}
        </Button>
      )}
    </>
  );
}

/** Downloads the selected entries as an archive, or shows that they are too many for one request. */
function downloadSelection(
  bucket: string,
  prefix: string,
  { entries, isAll }: FileSelection,
  isSearch: boolean,
) {
  const isWhole = isAll && !isSearch && entries.length > 1;
  if (!isWhole && entries.length > maxArchiveEntries) {
    toast.info(filesMessages.archiveTooLarge(maxArchiveEntries));
    return;
  }
  downloadArchive(bucket, prefix, entries, isWhole, () => toast.info(filesMessages.archiveFailed));
}
