import { Button, type ButtonProps } from '@/components/controls/button';
import { useRetryCountdown } from '../use-countdown';
import { formMessages as messages } from './form-messages';
import styles from './throttled-button.module.css';

export interface ThrottledButtonProps extends ButtonProps {
  /** The error of the button's request. After 429, the button is disabled for as long as the server requires. */
  error: unknown;
}

/** A button whose request the server can limit. While it does, the button counts down the seconds. */
export function ThrottledButton({ error, disabled, children, ...props }: ThrottledButtonProps) {
  const remaining = useRetryCountdown(error);
  if (remaining > 0) {
    return (
      <Button {...props} variant="secondary" className={styles.waiting} disabled>
        {messages.retryIn(remaining)}
      </Button>
    );
  }
  return (
    <Button {...props} disabled={disabled}>
      {children}
    </Button>
  );
}
