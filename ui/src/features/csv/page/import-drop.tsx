import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropZone } from '@/components/drop-zone';

export interface ImportDropProps {
  /** What a drop leads to: "Import into Orders". */
  label: string;
  enabled: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** Takes a file from the desktop; shows that it does while one is dragged over it. */
export function ImportDrop({ label, enabled, onFile, children }: ImportDropProps) {
  return (
    <DropZone
      {...{ label, enabled }}
      icon={<FileUp size={22} aria-hidden />}
      onFiles={({ files: [file] }) => file && onFile(file)}
    >
      {children}
    </DropZone>
  );
}
