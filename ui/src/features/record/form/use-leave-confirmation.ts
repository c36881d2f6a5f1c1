import { useState } from 'react';
import type { RecordForm } from './use-record-form';
import type { RecordSave } from './use-record-save';

/** Asks before what was entered into a form is left behind. */
export function useLeaveConfirmation(form: RecordForm, saving: RecordSave) {
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  /** The same way, with the question before it where there is something to lose. */
  function ask(way: () => void): () => void;
  function ask(way: (() => void) | undefined): (() => void) | undefined;
  function ask(way: (() => void) | undefined) {
    return way && (() => (form.touched ? setLeaving(() => way) : way()));
  }
  const onDiscard = () => {
    setLeaving(null);
    form.discard();
    saving.clearErrors();
    leaving?.();
  };
  return { ask, dialog: { open: leaving !== null, onKeep: () => setLeaving(null), onDiscard } };
}
