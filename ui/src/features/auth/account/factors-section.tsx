import { useQuery } from '@tanstack/react-query';
import { Plus, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import type { Factor } from '@/lib/api.gen';
import { formatDay } from '@/lib/text/format';
import { factorsQuery } from '../api/account-queries';
import { useRemoveFactor } from '../api/factor-mutations';
import { FactorCodeForm } from '../second-factor/factor-code-form';
import { FactorEnrolment } from '../second-factor/factor-enrolment';
import { isUsableFactor } from '../second-factor/is-usable-factor';
import { secondFactorMessages } from '../second-factor/second-factor-messages';
import styles from './account-page.module.css';
import { AccountLine, AccountSection } from './account-section';

const messages = secondFactorMessages.section;

const getFactorName = (factor: Factor | undefined) =>
  factor?.name || (factor?.type === 'totp' ? messages.unnamed : messages.unnamedOther);

/** Lists, adds and removes second factors. */
export function FactorsSection() {
  const factors = useQuery(factorsQuery());
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Factor>();
  const list = useRef<HTMLElement>(null);
  // After an enrolment, the list gets the focus: the last digit sends the code, and an Enter after it would press the
  // button again.
  const focusTarget = useRef<HTMLElement>(null);
  const add = () => {
    focusTarget.current = null;
    setAdding(true);
  };
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      {factors.isPending && <Spinner size={20} />}
      {factors.isError && (
        <ErrorNotice
          error={factors.error}
          onRetry={() => void factors.refetch()}
          retrying={factors.isFetching}
        />
      )}
      {factors.data && (
        <section ref={list} tabIndex={-1} aria-label={messages.list} className={styles.factors}>
          <FactorList factors={factors.data} onRemove={setRemoving} />
        </section>
      )}
      {factors.data && (
        <Button className={styles.action} icon={<Plus aria-hidden />} onClick={add}>
          {messages.add}
        </Button>
      )}
      <Dialog
        open={isAdding}
        onOpenChange={setAdding}
        title={secondFactorMessages.enrolment.title}
        returnFocusTo={focusTarget}
      >
        <FactorEnrolment
          onCancel={() => setAdding(false)}
          onDone={() => {
            focusTarget.current = list.current;
            setAdding(false);
            toast.done(secondFactorMessages.enrolment.done);
          }}
        />
      </Dialog>
      <RemoveDialog
        key={removing?.id ?? ''}
        factor={removing}
        factors={factors.data?.filter(isUsableFactor) ?? []}
        onClose={() => setRemoving(undefined)}
      />
    </AccountSection>
  );
}

/** Lists the verified factors. Others belong to a canceled enrolment; the auth service deletes them. */
function FactorList({ factors, onRemove }: { factors: Factor[]; onRemove: (factor: Factor) => void }) {
  const verified = factors.filter(({ status }) => status === 'verified');
  const canRemove = factors.some(isUsableFactor);
  if (verified.length === 0) return <p className={styles.note}>{messages.empty}</p>;
  return verified.map((factor) => (
    <AccountLine
      key={factor.id}
      icon={<Smartphone aria-hidden />}
      title={getFactorName(factor)}
      detail={messages.added(formatDay(new Date(factor.createdAt)))}
    >
      {canRemove && (
        <Button
          size="sm"
          aria-label={messages.remove(getFactorName(factor))}
          onClick={() => onRemove(factor)}
        >
          {messages.confirmRemove}
        </Button>
      )}
    </AccountLine>
  ));
}

interface RemoveDialogProps {
  /** The factor to remove; undefined closes the dialog. */
  factor: Factor | undefined;
  /** All authenticator apps. A code of any of them is accepted. */
  factors: readonly Factor[];
  onClose: () => void;
}

/** Asks for a fresh code before a second factor is removed. */
function RemoveDialog({ factor, factors, onClose }: RemoveDialogProps) {
  const remove = useRemoveFactor();
  // A lost phone can be removed with a code of another device.
  const [chosenId, setChosenId] = useState<string>();
  const own = factors.find(({ id }) => id === factor?.id) ?? factors[0];
  const codeFactorId = chosenId ?? own?.id ?? null;
  const close = () => {
    remove.reset();
    onClose();
  };
  const submit = (code: string) =>
    factor &&
    remove.mutate(
      { id: factor.id, code, factorId: codeFactorId ?? factor.id },
      {
        onSuccess: () => {
          close();
          toast.done(messages.removed);
        },
      },
    );
  return (
    <Dialog
      open={factor !== undefined}
      onOpenChange={(open) => !open && close()}
      title={messages.removeTitle(getFactorName(factor))}
      description={messages.removeHint}
    >
      <div className={styles.dialogForm}>
        {factors.length > 1 && (
          <Field label={messages.codeOf}>
            <Select
              value={codeFactorId}
              onValueChange={setChosenId}
              options={factors.map((other) => ({ value: other.id, label: getFactorName(other) }))}
            />
          </Field>
        )}
        <FactorCodeForm
          label={secondFactorMessages.prompt.code}
          submitLabel={messages.confirmRemove}
          danger
          pending={remove.isPending}
          error={remove.error}
          onSubmit={submit}
        >
          <Button size="lg" onClick={close}>
            {messages.cancel}
          </Button>
        </FactorCodeForm>
      </div>
    </Dialog>
  );
}
