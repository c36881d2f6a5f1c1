import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { fade, pop } from '@/lib/browser/motion';
import { useReturnFocus } from '@/lib/browser/use-return-focus';
import { cx } from '@/lib/cx';
import styles from './dialog.module.css';

const messages = componentsMessages.dialog;

export interface DialogProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** The title is only for assistive technology; the content brings its own way to close. */
  hideTitle?: boolean;
  description?: ReactNode;
  /** Buttons at the end, the one that does it last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'full';
  /** Nothing but an answer closes it: no cross, no click outside, no Escape. */
  locked?: boolean;
}

/** A layer that asks for something before the page goes on. On a phone it rises from below. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, hideTitle = false, description, footer, size = 'sm', ...rest } = props;
  const { locked = false, className, children, ...contentProps } = rest;
  const returnFocus = useReturnFocus(open);
  const stay = locked ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <AnimatePresence>
        {open && (
          <Radix.Portal forceMount>
            <Radix.Overlay asChild forceMount>
              <m.div className={styles.overlay} {...fade} />
            </Radix.Overlay>
            <div className={styles.positioner}>
              <Radix.Content
                asChild
                forceMount
                onEscapeKeyDown={stay}
                onInteractOutside={stay}
                onCloseAutoFocus={returnFocus}
                {...(description ? {} : { 'aria-describedby': undefined })}
                {...contentProps}
              >
                <m.div className={cx(styles.dialog, className)} data-size={size} {...pop}>
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
                  {/* Last, so that the first thing to get the focus is what the dialog is for. */}
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
