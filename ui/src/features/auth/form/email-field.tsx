import { type RefObject, useRef, useState } from 'react';
import { Field } from '@/components/fields/field';
import { Input, type InputProps } from '@/components/fields/input';
import { formMessages as messages } from './form-messages';

/** Matches complete addresses. The server decides which of them are valid. */
const completeAddress = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/;

function findProblem(email: string): string | undefined {
  if (email === '') return messages.emailMissing;
  return completeAddress.test(email) ? undefined : messages.emailIncomplete;
}

export interface EmailCheck {
  /** Returns whether an address is complete. Otherwise the field shows the problem and gets the focus. */
  check: (email: string) => boolean;
  field: { input: RefObject<HTMLInputElement | null>; problem: string | undefined; onEdit: () => void };
}

/** Returns the check that a form runs before it sends an email address, and its result for the EmailField. */
export function useEmailCheck(): EmailCheck {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const check = (email: string) => {
    const found = findProblem(email);
    setProblem(found);
    if (found) input.current?.focus();
    return found === undefined;
  };
  return { check, field: { input, problem, onEdit: () => setProblem(undefined) } };
}

export interface EmailFieldProps extends Omit<InputProps, 'ref' | 'type' | 'value' | 'onChange'> {
  label: string;
  value: string;
  onValueChange: (email: string) => void;
  check: EmailCheck;
}

/** Asks for an email address. Its form has the attribute `noValidate`, so that problems are shown only in the field. */
export function EmailField({ label, value, onValueChange, check, ...props }: EmailFieldProps) {
  const { input, problem, onEdit } = check.field;
  return (
    <Field label={label} error={problem}>
      <Input
        {...props}
        ref={input}
        type="email"
        name="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={value}
        onChange={(event) => {
          onValueChange(event.target.value);
          onEdit();
        }}
      />
    </Field>
  );
}
