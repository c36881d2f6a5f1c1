import { useState } from 'react';
import type { RecordForm } from './use-record-form';
import type { RecordSave } from './use-record-save';

type LeaveAction = () => void;

export interface LeaveConfirmation {
  /** Wraps an action that leaves the form: if there is unsaved input, the dialog asks first. */
  confirmBefore: {
    (leave: LeaveAction): LeaveAction;
    (leave: LeaveAction | undefined): LeaveAction | undefined;
  };
  dialog: { open: boolean; onKeep: () => void; onDiscard: () => void };
}

/** Asks before the user leaves a form with unsaved input or running uploads. */
export function useLeaveConfirmation(form: RecordForm, saving: RecordSave): LeaveConfirmation {
  const [pendingLeave, setPendingLeave] = useState<LeaveAction | null>(null);
  function confirmBefore(leave: LeaveAction): LeaveAction;
  function confirmBefore(leave: LeaveAction | undefined): LeaveAction | undefined;
  function confirmBefore(leave: LeaveAction | undefined) {
    return leave && (() => (form.touched || form.isUploading ? setPendingLeave(() => leave) : leave()));
  }
  const onDiscard = () => {
    setPendingLeave(null);
    form.discard();
    saving.clearErrors();
    pendingLeave?.();
  };
  return {
    confirmBefore,
    dialog: { open: pendingLeave !== null, onKeep: () => setPendingLeave(null), onDiscard },
  };
}
