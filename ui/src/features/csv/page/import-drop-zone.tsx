import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropZone } from '@/components/drop-zone';

export interface ImportDropZoneProps {
  /** The effect of a drop: "Import into Orders". */
  label: string;
  enabled: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** Accepts a dropped file. Shows the label while a file is dragged over it. */
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
