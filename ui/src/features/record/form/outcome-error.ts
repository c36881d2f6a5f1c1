import type { Rejection } from '@/data/writes/batches/row-write';
import { ApiError } from '@/lib/api';
import { getError } from '@/table/changes/edit-error';
import { recordMessages } from '../record-messages';

const messages = recordMessages.form;

/** Returns the error of a rejected change, also for a conflict if the user can't choose between both values. */
export function toOutcomeError(outcome: Rejection): unknown {
  if (outcome.kind !== 'conflict') return getError({ outcome });
  return new ApiError({
    code: 'conflict',
    message: messages.conflict,
    hint: messages.conflictHint,
    details: '',
    status: 409,
    requestId: '',
  });
}
