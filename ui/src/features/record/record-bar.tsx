import {
  ChevronDown,
  ChevronUp,
  Copy,
  History as HistoryIcon,
  Link as LinkIcon,
  Maximize2,
  Minimize2,
  Trash2,
  X,
} from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { copyLink } from '@/components/copy-link';
import { isMac } from '@/lib/browser/keyboard/keyboard';
import { RecordAvatars } from '@/table/live/record-avatars';
import styles from './record-bar.module.css';
import { recordMessages } from './record-messages';

const messages = recordMessages.bar;

export interface RecordBarProps {
  /** The title while the heading of the record is scrolled out of view; undefined otherwise. */
  title: string | undefined;
  /** The record has the whole page instead of a panel. */
  full: boolean;
  isNew: boolean;
  /** The text of the record's key; '' for a new record. */
  rowKey: string;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onToggleFull?: (() => void) | undefined;
  onDuplicate?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  /** Lists the recent changes of the record. */
  onChanges?: (() => void) | undefined;
}

/** The toolbar of a record: navigation, link, duplicate, changes, delete, size, close. */
export function RecordBar(props: RecordBarProps) {
  const { title, full, isNew, rowKey, onClose, onPrevious, onNext } = props;
  const { onToggleFull, onDuplicate, onDelete, onChanges } = props;
  const alt = isMac ? '⌥' : messages.altKey;
  return (
    <header className={styles.bar} data-scrolled={title !== undefined || undefined}>
      {!isNew && (
        <>
          <IconButton
            label={messages.previous(`${alt}↑`)}
            icon={<ChevronUp aria-hidden />}
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton
            label={messages.next(`${alt}↓`)}
            icon={<ChevronDown aria-hidden />}
            disabled={!onNext}
            onClick={onNext}
          />
        </>
      )}
      <span className={styles.title} data-shown={title !== undefined || undefined} aria-hidden dir="auto">
        {title}
      </span>
      <RecordAvatars rowKey={rowKey} />
      {!isNew && (
        <IconButton
          label={messages.copyLink}
          icon={<LinkIcon aria-hidden />}
          onClick={() => void copyLink(window.location.href)}
        />
      )}
      {onDuplicate && (
        <IconButton label={messages.duplicate} icon={<Copy aria-hidden />} onClick={onDuplicate} />
      )}
      {onChanges && (
        <IconButton label={messages.changes} icon={<HistoryIcon aria-hidden />} onClick={onChanges} />
      )}
      {onDelete && <IconButton label={messages.delete} icon={<Trash2 aria-hidden />} onClick={onDelete} />}
      {onToggleFull && (
        <IconButton
          label={full ? messages.showPanel : messages.showPage}
          icon={full ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          className={styles.full}
          onClick={onToggleFull}
        />
      )}
      <IconButton label={messages.close} keys="escape" icon={<X aria-hidden />} onClick={onClose} />
    </header>
  );
}
