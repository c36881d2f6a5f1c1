import { ArrowBigUpDash, Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import buttonStyles from '@/components/controls/icon-button.module.css';
import { Input, type InputProps } from '@/components/fields/input';
import styles from './password-input.module.css';
import { passwordMessages as messages } from './password-messages';

/** Password input with a button that shows the password and a notice while caps lock is on. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'end'>) {
  const [isVisible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const label = isVisible ? messages.hidePassword : messages.showPassword;
  const updateCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <Input
        type={isVisible ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={updateCapsLock}
        onKeyUp={updateCapsLock}
        onBlur={() => setCapsLock(false)}
        end={
          // Not an IconButton, because the sign-in page does not load tooltips.
          <button
            type="button"
            className={buttonStyles.button}
            data-size="sm"
            aria-label={label}
            title={label}
            aria-pressed={isVisible}
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </button>
        }
        {...props}
      />
      <span role="status">
        {capsLock && (
          <span className={styles.capsLock}>
            <ArrowBigUpDash size={13} aria-hidden /> {messages.capsLock}
          </span>
        )}
      </span>
    </>
  );
}
