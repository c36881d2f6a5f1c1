import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { fade } from '@/lib/motion';
import { droppedFiles, type FoundFile, hasFiles } from './drop.utils';
import styles from './drop-zone.module.css';

export interface DropZoneProps {
  /** Whether files may be added here. */
  enabled: boolean;
  /** The folder's name. */
  where: string;
  onDrop: (files: FoundFile[]) => void;
  className?: string | undefined;
  children: ReactNode;
}

/** Takes files from the desktop; shows that it does while they are dragged over it. */
export function DropZone({ enabled, where, onDrop, className, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  // Each element under the pointer is entered before the one around it is left.
  const depth = useRef(0);
  const move = (by: number) => (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    if (enabled) void droppedFiles(event.dataTransfer).then(onDrop);
  };
  return (
    <section
      aria-label="Files"
      className={cx(styles.zone, className)}
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = enabled ? 'copy' : 'none';
      }}
      onDrop={drop}
    >
      {children}
      <AnimatePresence>
        {over && (
          <m.div className={styles.overlay} data-state={enabled ? 'ready' : 'refused'} {...fade}>
            <Upload size={22} aria-hidden />
            <p dir="auto">{enabled ? `Drop into ${where}` : 'Your role may not add files here'}</p>
          </m.div>
        )}
      </AnimatePresence>
    </section>
  );
}
