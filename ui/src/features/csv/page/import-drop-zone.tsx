import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropZone } from '@/components/drop-zone';

export interface ImportDropZoneProps {
  /** What a drop leads to: "Import into Orders". */
  label: string;
  enabled: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** Takes a file from the desktop; shows that it does while one is dragged over it. */
export function ImportDropZone({ label, enabled, onFile, children }: ImportDropZoneProps) {
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
