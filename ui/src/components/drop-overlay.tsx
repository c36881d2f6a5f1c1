import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/client';
import type { ReactNode } from 'react';
import { fade } from '@/lib/browser/theme/motion';
import styles from './drop-zone.module.css';

export interface DropOverlayProps {
  open: boolean;
  /** Whether a drop is accepted. */
  enabled: boolean;
  label: ReactNode;
  icon: ReactNode;
}

/** Covers a drop zone while a file is dragged over it, and shows the effect of a drop. */
export function DropOverlay({ open, enabled, label, icon }: DropOverlayProps) {
  return (
    <AnimatePresence>
      {open && (
        <m.div className={styles.overlay} data-state={enabled ? 'ready' : 'rejected'} {...fade}>
          {icon}
          <p dir="auto">{label}</p>
        </m.div>
      )}
    </AnimatePresence>
  );
}
