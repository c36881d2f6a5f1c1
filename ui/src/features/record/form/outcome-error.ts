import type { Rejection } from '@/data/writes/batches/row-write';
import { ApiError } from '@/lib/api';
import { errorOf } from '@/table/changes/failed-edit-notice';

/** Why a change did not come through, where there is no choosing between mine and theirs. */
export function toOutcomeError(outcome: Rejection): unknown {
  if (outcome.kind !== 'conflict') return errorOf({ outcome });
  return new ApiError({
    code: 'conflict',
    message: 'Someone else changed this meanwhile, so it was left alone.',
    hint: 'It is shown as it is now. Try again if you still want to.',
    details: '',
    status: 409,
    requestId: '',
  });
}
