import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/client';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { fade, pop } from '@/lib/browser/theme/motion';
import { useReturnFocus } from '@/lib/browser/use-return-focus';
import { cx } from '@/lib/text/cx';
import styles from './dialog.module.css';

const messages = componentsMessages.dialog;

export interface DialogProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Hides the title and the close button: the title is only for assistive technology, and the content has its own close button. */
  hideTitle?: boolean;
  description?: ReactNode;
  /** Buttons at the end; the primary button is last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'full';
  /** Only the dialog's own buttons close it: no close button, outside click or Escape. */
  locked?: boolean;
  /** Keeps it visible while the app is locked (see lib/auth/idle-lock.ts). */
  aboveLock?: boolean;
  /** The element that gets the focus when the dialog closes; by default, the element that had it when the dialog opened. */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined;
}

/** A modal dialog. On a phone it opens from the bottom. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, hideTitle = false, description, footer, size = 'sm', ...rest } = props;
  const { locked = false, aboveLock, returnFocusTo, className, children, ...contentProps } = rest;
  const lockMark = { 'data-above-lock': aboveLock || undefined };
  const returnFocus = useReturnFocus(open, returnFocusTo);
  const preventClose = locked ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <AnimatePresence>
        {open && (
          <Radix.Portal forceMount>
            <Radix.Overlay asChild forceMount>
              <m.div className={styles.overlay} {...lockMark} {...fade} />
            </Radix.Overlay>
            <div className={styles.positioner}>
              <Radix.Content
                asChild
                forceMount
                onEscapeKeyDown={preventClose}
                onInteractOutside={preventClose}
                onCloseAutoFocus={returnFocus}
                {...(description ? {} : { 'aria-describedby': undefined })}
                {...contentProps}
              >
                <m.div className={cx(styles.dialog, className)} data-size={size} {...lockMark} {...pop}>
                  <Radix.Title className={hideTitle ? styles.hidden : styles.title}>{title}</Radix.Title>
                  <div className={styles.body}>
                    {description && (
                      <Radix.Description asChild>
                        <div className={styles.description}>{description}</div>
                      </Radix.Description>
                    )}
                    {children}
                  </div>
                  {footer && <footer className={styles.footer}>{footer}</footer>}
                  {/* Last in the DOM, so that the dialog's content gets the initial focus. */}
                  {!locked && !hideTitle && (
                    <Radix.Close asChild>
                      <button type="button" aria-label={messages.close} className={styles.close}>
                        <X size={16} aria-hidden />
                      </button>
                    </Radix.Close>
                  )}
                </m.div>
              </Radix.Content>
            </div>
          </Radix.Portal>
        )}
      </AnimatePresence>
    </Radix.Root>
  );
}
