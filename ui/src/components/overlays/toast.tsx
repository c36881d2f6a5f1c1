import { CircleAlert, CircleCheck } from 'lucide-react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { mediaQueries, useMediaQuery } from '@/lib/browser/use-media-query';
import { useTheme } from '@/lib/browser/use-theme';
import { errorText } from '@/lib/errors/error-texts';
import styles from './toast.module.css';

interface ToastAction {
  label: string;
  onClick: () => void;
}

/** How long a toast with an action stays, in milliseconds: long enough to read it and to reach the button. */
const actionDuration = 10_000;

/** Shows short messages at the edge of the page. Show an error of a field or a view there instead. */
export const toast = {
  done(message: string, action?: ToastAction) {
    sonner.success(message, { action, ...(action && { duration: actionDuration }) });
  },
  /** Anything thrown; `title` says what was tried. */
  error(error: unknown, title?: string) {
    const { sentence, nextStep } = errorText(error);
    const description = [title ? sentence : '', nextStep].filter(Boolean).join(' ');
    sonner.error(title ?? sentence, { description: description || undefined, duration: 8_000 });
  },
  info(message: string, action?: ToastAction) {
    sonner(message, { action, ...(action && { duration: actionDuration }) });
  },
};

/** Where toasts appear; once, at the app's root. */
export function Toaster() {
  const phone = useMediaQuery(mediaQueries.phone);
  return (
    <Sonner
      theme={useTheme()}
      className={styles.toaster}
      // Apart from what uploads show at the right, and on a phone at the bottom.
      position={phone ? 'top-center' : 'bottom-center'}
      closeButton
      gap={8}
      icons={{
        success: <CircleCheck size={16} aria-hidden className={styles.ok} />,
        error: <CircleAlert size={16} aria-hidden className={styles.failed} />,
      }}
      toastOptions={{ classNames: { toast: styles.toast, description: styles.description } }}
    />
  );
}
