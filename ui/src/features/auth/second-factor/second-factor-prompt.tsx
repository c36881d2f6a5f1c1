import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import { factorsQuery } from '../api/account-queries';
import { useSignOut } from '../api/auth-mutations';
import { useVerifyFactor } from '../api/factor-mutations';
import { FactorCodeForm } from './factor-code-form';
import { isUsableFactor } from './is-usable-factor';
import styles from './second-factor.module.css';
import { secondFactorMessages } from './second-factor-messages';

const messages = secondFactorMessages.prompt;

export interface SecondFactorPromptProps {
  /** Continues without the second factor; undefined if the workspace requires it. */
  onSkip?: (() => void) | undefined;
  /** Called after the code was accepted. */
  onVerified?: () => void;
}

/** Asks for a code of one of the user's second factors. */
export function SecondFactorPrompt({ onSkip, onVerified }: SecondFactorPromptProps) {
  const factors = useQuery(factorsQuery());
  const [chosen, setChosen] = useState<string>();
  const verify = useVerifyFactor();
  const signOut = useSignOut();
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
  const apps = factors.data.filter(isUsableFactor);
  const factorId = chosen ?? apps[0]?.id;
  const buttons = (
    <>
      {onSkip && (
        <Button size="lg" onClick={onSkip}>
          {messages.notNow}
        </Button>
      )}
      <Button size="lg" variant="ghost" pending={signOut.isPending} onClick={() => signOut.mutate('local')}>
        {messages.signOut}
      </Button>
    </>
  );
  return (
    <div className={styles.form}>
      {apps.length > 1 && (
        <Field label={messages.chooseFactor}>
          <Select
            value={factorId ?? null}
            onValueChange={setChosen}
            options={apps.map(({ id, name }) => ({
              value: id,
              label: name || secondFactorMessages.section.unnamed,
            }))}
          />
        </Field>
      )}
      {factorId === undefined ? (
        <>
          <p role="alert">{messages.unsupported}</p>
          <div className={styles.buttons}>{buttons}</div>
        </>
      ) : (
        <FactorCodeForm
          label={messages.code}
          submitLabel={messages.submit}
          pending={verify.isPending}
          error={verify.error ?? signOut.error}
          onSubmit={(code) => verify.mutate({ id: factorId, code }, { onSuccess: onVerified })}
        >
          {buttons}
        </FactorCodeForm>
      )}
      {onSkip && <p className={styles.note}>{messages.notNowHint}</p>}
    </div>
  );
}
