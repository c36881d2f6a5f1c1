import { ArrowBigUpDash, Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Input, type InputProps } from '@/components/fields/input';
import styles from './password-input.module.css';

/** A password, which can be shown; says when caps lock is on. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setCapsLock(false)}
        end={
          <IconButton
            size="sm"
            label={shown ? 'Hide the password' : 'Show the password'}
            aria-pressed={shown}
            icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            onClick={() => setShown(!shown)}
          />
        }
        {...props}
      />
      <span role="status">
        {capsLock && (
          <span className={styles.capsLock}>
            <ArrowBigUpDash size={13} aria-hidden /> Caps lock is on
          </span>
        )}
      </span>
    </>
  );
}
