import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/client';
import { Dialog } from 'radix-ui';
import { fade, slide } from '@/lib/browser/theme/motion';
import { useReturnFocus } from '@/lib/browser/use-return-focus';
import { shellMessages } from '../shell-messages';
import { Sidebar } from './sidebar';
import styles from './sidebar-drawer.module.css';

export interface SidebarDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSearch: () => void;
}

const slideFromLeft = slide('left');

/** The sidebar on a narrow screen: a drawer above the page. */
export function SidebarDrawer({ open, onOpenChange, onSearch }: SidebarDrawerProps) {
  const returnFocus = useReturnFocus(open);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <AnimatePresence>
        {open && (
          <Dialog.Portal forceMount>
            <Dialog.Overlay asChild forceMount>
              <m.div className={styles.overlay} {...fade} />
            </Dialog.Overlay>
            <Dialog.Content asChild forceMount aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
              <m.div
                className={styles.drawer}
                {...slideFromLeft}
                drag="x"
                dragConstraints={{ left: 0, right: 0 }}
                dragElastic={{ left: 0.9, right: 0 }}
                // Also closes it for a link to the open page, which does not change the URL.
                onClick={({ target }) => {
                  if (target instanceof Element && target.closest('a')) onOpenChange(false);
                }}
                onDragEnd={(_, { offset, velocity }) => {
                  if (offset.x < -80 || velocity.x < -500) onOpenChange(false);
                }}
              >
                <Dialog.Title className={styles.title}>{shellMessages.pages}</Dialog.Title>
                <Sidebar collapsed={false} onSearch={onSearch} />
              </m.div>
            </Dialog.Content>
          </Dialog.Portal>
        )}
      </AnimatePresence>
    </Dialog.Root>
  );
}
