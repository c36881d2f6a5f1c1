import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import type { NewFactor } from '@/lib/api.gen';
import { factorsQuery } from '../api/account-queries';
import { useEnrolFactor, useVerifyFactor } from '../api/factor-mutations';
import { AuthError } from '../form/auth-error';
import { ThrottledButton } from '../form/throttled-button';
import { FactorCodeForm } from './factor-code-form';
import styles from './second-factor.module.css';
import { secondFactorMessages } from './second-factor-messages';

const messages = secondFactorMessages.enrolment;

export interface FactorEnrolmentProps {
  onDone: () => void;
  /** Undefined if the workspace requires a second factor. */
  onCancel?: (() => void) | undefined;
}

/** Adds an authenticator app in two steps: its name, then its QR code and a first code. */
export function FactorEnrolment({ onDone, onCancel }: FactorEnrolmentProps) {
  const factors = useQuery(factorsQuery());
  const enrol = useEnrolFactor();
  if (enrol.data) return <FactorConfirmation factor={enrol.data} onDone={onDone} onCancel={onCancel} />;
  if (factors.isPending) return <Spinner size={20} />;
  if (factors.isError) {
    return (
      <ErrorNotice
        error={factors.error}
        onRetry={() => void factors.refetch()}
        retrying={factors.isFetching}
      />
    );
  }
  const names = factors.data.map(({ name }) => name);
  return (
    <NameForm
      initialName={findFreeName(names)}
      pending={enrol.isPending}
      error={enrol.error}
      onSubmit={(name) => enrol.mutate(name)}
      onCancel={onCancel}
    />
  );
}

/** The auth service requires different names. */
function findFreeName(names: readonly string[]): string {
  let number = 1;
  while (names.includes(messages.defaultName(number))) number += 1;
  return messages.defaultName(number);
}

interface NameFormProps {
  initialName: string;
  pending: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
  onCancel: (() => void) | undefined;
}

function NameForm({ initialName, pending, error, onSubmit, onCancel }: NameFormProps) {
  const [name, setName] = useState(initialName);
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (!pending && name.trim() !== '') onSubmit(name.trim());
  };
  return (
    <form onSubmit={submit} className={styles.form} aria-label={messages.title} noValidate>
      {error !== null && <AuthError error={error} />}
      <Field label={messages.name} help={messages.nameHelp} error={isMissing && messages.nameMissing}>
        <Input required autoFocus value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div className={styles.buttons}>
        <ThrottledButton type="submit" variant="primary" size="lg" pending={pending} error={error}>
          {messages.start}
        </ThrottledButton>
        {onCancel && (
          <Button size="lg" onClick={onCancel}>
            {messages.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

interface FactorConfirmationProps extends FactorEnrolmentProps {
  factor: NewFactor;
}

/** Shows the secret as QR code and as text, and asks for the first code. */
function FactorConfirmation({ factor, onDone, onCancel }: FactorConfirmationProps) {
  const verify = useVerifyFactor();
  return (
    <div className={styles.form}>
      <p>{messages.scan}</p>
      <img src={factor.qrCode} alt={messages.qrCode} className={styles.qrCode} />
      <div className={styles.secret}>
        <p className={styles.note}>{messages.manual}</p>
        <code>{groupCharacters(factor.secret)}</code>
        <CopyButton text={factor.secret}>{messages.copySecret}</CopyButton>
      </div>
      <FactorCodeForm
        label={messages.code}
        help={messages.codeHelp}
        submitLabel={messages.finish}
        pending={verify.isPending}
        error={verify.error}
        onSubmit={(code) => verify.mutate({ id: factor.id, code }, { onSuccess: onDone })}
      >
        {onCancel && (
          <Button size="lg" onClick={onCancel}>
            {messages.cancel}
          </Button>
        )}
      </FactorCodeForm>
    </div>
  );
}

/** Returns the secret in groups of four characters, which are easier to type. */
const groupCharacters = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
