import { Check, Circle } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { Field } from '@/components/fields/field';
import { VisuallyHidden } from '@/components/visually-hidden';
import styles from './new-password-field.module.css';
import { PasswordInput } from './password-input';
import { passwordMessages as messages } from './password-messages';
import {
  isPasswordTooLong,
  listPasswordRules,
  meetsPasswordRules,
  type PasswordSettings,
} from './password-rules';

export interface NewPasswordCheck {
  /** Returns whether a password meets the rules. Otherwise the field shows that it does not, and gets the focus. */
  check: (password: string) => boolean;
  field: {
    rules: PasswordSettings;
    input: RefObject<HTMLInputElement | null>;
    isRejected: boolean;
    onEdit: () => void;
  };
}

/** Returns the check that a form runs before it sends a new password, and its result for the NewPasswordField. */
export function useNewPasswordCheck(rules: PasswordSettings): NewPasswordCheck {
  const input = useRef<HTMLInputElement>(null);
  const [isRejected, setRejected] = useState(false);
  const check = (password: string) => {
    const isMet = password !== '' && meetsPasswordRules(password, rules);
    setRejected(!isMet);
    if (!isMet) input.current?.focus();
    return isMet;
  };
  return { check, field: { rules, input, isRejected, onEdit: () => setRejected(false) } };
}

export interface NewPasswordFieldProps {
  label: string;
  check: NewPasswordCheck;
  value: string;
  onValueChange: (password: string) => void;
  autoFocus?: boolean;
}

/** Asks for a new password, and shows while the user types which of the project's rules it meets. */
export function NewPasswordField({ label, check, value, onValueChange, autoFocus }: NewPasswordFieldProps) {
  const { rules, input, isRejected, onEdit } = check.field;
  const id = useId();
  const listed = listPasswordRules(rules);
  const rejection = listed.length > 0 ? messages.rulesNotMet : messages.missing;
  const error = isPasswordTooLong(value) ? messages.tooLong : isRejected && rejection;
  return (
    <div className={styles.field}>
      <Field label={label} error={error}>
        <PasswordInput
          ref={input}
          name="new-password"
          autoComplete="new-password"
          required
          autoFocus={autoFocus}
          aria-describedby={id}
          value={value}
          onChange={(event) => {
            onValueChange(event.target.value);
            onEdit();
          }}
        />
      </Field>
      <ul id={id} className={styles.rules} aria-label={messages.rules}>
        {listed.map((rule) => {
          const isMet = rule.isMet(value);
          return (
            <li key={rule.label} data-met={isMet || undefined}>
              {isMet ? <Check size={13} aria-hidden /> : <Circle size={13} aria-hidden />}
              {rule.label}
              <VisuallyHidden>{isMet ? messages.met : messages.open}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
