import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { fade } from '@/lib/motion';
import styles from './import-drop.module.css';

export interface ImportDropProps {
  /** What a drop leads to: "Import into Orders". */
  label: string;
  enabled: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** Takes a file from the desktop; shows that it does while one is dragged over it. */
export function ImportDrop({ label, enabled, onFile, children }: ImportDropProps) {
  const [over, setOver] = useState(false);
  // Each element under the pointer is entered before the one around it is left.
  const depth = useRef(0);
  const move = (by: number) => (event: DragEvent) => {
    if (!enabled || !event.dataTransfer.types.includes('Files')) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu, or a button, does the same by keyboard
    <div
      className={styles.zone}
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (enabled && file) onFile(file);
      }}
    >
      {children}
      <AnimatePresence>
        {over && (
          <m.div className={styles.overlay} {...fade}>
            <FileUp size={22} aria-hidden />
            <p dir="auto">{label}</p>
          </m.div>
        )}
      </AnimatePresence>
    </div>
  );
}
