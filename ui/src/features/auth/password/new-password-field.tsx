import { Check, Circle } from 'lucide-react';
import { useId } from 'react';
import { Field } from '@/components/fields/field';
import { VisuallyHidden } from '@/components/visually-hidden';
import styles from './new-password-field.module.css';
import { PasswordInput } from './password-input';
import { passwordMessages as messages } from './password-messages';
import { isPasswordTooLong, listPasswordRules, type PasswordSettings } from './password-rules';

export interface NewPasswordFieldProps {
  label: string;
  rules: PasswordSettings;
  value: string;
  onValueChange: (password: string) => void;
  autoFocus?: boolean;
}

/** Asks for a new password, and shows while the user types which of the project's rules it meets. */
export function NewPasswordField({ label, rules, value, onValueChange, autoFocus }: NewPasswordFieldProps) {
  const id = useId();
  const listed = listPasswordRules(rules);
  return (
    <div className={styles.field}>
      <Field label={label} error={isPasswordTooLong(value) && messages.tooLong}>
        <PasswordInput
          name="new-password"
          autoComplete="new-password"
          required
          autoFocus={autoFocus}
          aria-describedby={id}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
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
