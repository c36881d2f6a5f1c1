import type { Refusal } from '@/data/writes/edits/updates';
import { ApiError } from '@/lib/api';
import { errorOf } from '@/table/changes/failure-notice';

/** Why a change did not come through, where there is no choosing between mine and theirs. */
export function outcomeError(outcome: Refusal): unknown {
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
