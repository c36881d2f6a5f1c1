import {
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileType2,
  FileVideo,
  Folder,
  type LucideIcon,
} from 'lucide-react';
import type { FileEntry } from '@/lib/api.gen';
import { type FileKind, getFileKind } from '@/lib/files/file-kind';
import styles from './file-icon.module.css';

const icons: Record<FileKind, LucideIcon> = {
  image: FileImage,
  drawing: FileImage,
  video: FileVideo,
  audio: FileAudio,
  pdf: FileType2,
  text: FileText,
  sheet: FileSpreadsheet,
  archive: FileArchive,
  other: File,
};

/** Icon of a folder or of a file's kind. */
export function FileIcon({ entry, size = 18 }: { entry: FileEntry; size?: number }) {
  const Icon = entry.folder ? Folder : icons[getFileKind(entry)];
  return (
    <Icon
      size={size}
      strokeWidth={1.5}
      aria-hidden
      className={styles.icon}
      data-kind={entry.folder ? 'folder' : getFileKind(entry)}
    />
  );
}
