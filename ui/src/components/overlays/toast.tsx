import { CircleAlert, CircleCheck } from 'lucide-react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import { useTheme } from '@/lib/browser/theme/use-theme';
import { formatError, formatErrorText } from '@/lib/errors/error-texts';
import styles from './toast.module.css';

interface ToastAction {
  label: string;
  onClick: () => void;
}

/** The duration of a toast with an action, in milliseconds: enough time to read it and to reach the button. */
const actionDuration = 10_000;

/** Shows short messages at the edge of the page. Errors of a field or a view must be shown there instead. */
export const toast = {
  done(message: string, action?: ToastAction) {
    sonner.success(message, { action, ...(action && { duration: actionDuration }) });
  },
  /** Shows a thrown value; `title` names the failed action. */
  error(error: unknown, title?: string) {
    const text = formatError(error);
    const description = title ? formatErrorText(text) : text.nextStep;
    sonner.error(title ?? text.sentence, { description: description || undefined, duration: 8_000 });
  },
  info(message: string, action?: ToastAction) {
    sonner(message, { action, ...(action && { duration: actionDuration }) });
  },
};

/** Renders the toasts. Used once, at the root of the app. */
export function Toaster() {
  const phone = useMediaQuery(mediaQueries.phone);
  return (
    <Sonner
      theme={useTheme()}
      className={styles.toaster}
      // Not on the right, and on a phone not at the bottom: the upload panel is there.
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
