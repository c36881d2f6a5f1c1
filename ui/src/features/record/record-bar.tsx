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
import { isMac } from '@/lib/browser/keyboard';
import styles from './record-bar.module.css';

export interface RecordBarProps {
  /** Shown once the large title is out of view. */
  title: string | undefined;
  full: boolean;
  isNew: boolean;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onToggleFull?: (() => void) | undefined;
  onDuplicate?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  /** Lists the recent changes of the record. */
  onChanges?: (() => void) | undefined;
}

/** What can be done with a record as a whole. */
export function RecordBar(props: RecordBarProps) {
  const { title, full, isNew, onClose, onPrevious, onNext, onToggleFull, onDuplicate, onDelete, onChanges } =
    props;
  const alt = isMac ? '⌥' : 'Alt ';
  return (
    <header className={styles.bar} data-scrolled={title !== undefined || undefined}>
      {!isNew && (
        <>
          <IconButton
            label={`Previous record (${alt}↑)`}
            icon={<ChevronUp aria-hidden />}
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton
            label={`Next record (${alt}↓)`}
            icon={<ChevronDown aria-hidden />}
            disabled={!onNext}
            onClick={onNext}
          />
        </>
      )}
      <span className={styles.title} data-shown={title !== undefined || undefined} aria-hidden dir="auto">
        {title}
      </span>
      {!isNew && (
        <IconButton
          label="Copy the link"
          icon={<LinkIcon aria-hidden />}
          onClick={() => void copyLink(window.location.href)}
        />
      )}
      {onDuplicate && <IconButton label="Duplicate" icon={<Copy aria-hidden />} onClick={onDuplicate} />}
      {onChanges && (
        <IconButton label="Recent changes" icon={<HistoryIcon aria-hidden />} onClick={onChanges} />
      )}
      {onDelete && <IconButton label="Delete" icon={<Trash2 aria-hidden />} onClick={onDelete} />}
      {onToggleFull && (
        <IconButton
          label={full ? 'Beside the rows' : 'Full page'}
          icon={full ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          className={styles.full}
          onClick={onToggleFull}
        />
      )}
      <IconButton label="Close" keys="escape" icon={<X aria-hidden />} onClick={onClose} />
    </header>
  );
}
