import type { FailedEdit } from '@/data/writes/edits/failed-edits';
import { ApiError } from '@/lib/api';
import { tableMessages } from '@/table/table-messages';

const messages = tableMessages.changes;

/** Returns the server's error; for an edit that was not sent or found no row, an error with our text. */
export function getError({ outcome }: Pick<FailedEdit, 'outcome'>): unknown {
  if (outcome.kind === 'rejected') return outcome.error;
  const own = { details: '', status: 0, requestId: '' };
  if (outcome.kind === 'invalid') {
    return new ApiError({ ...own, code: 'invalid', message: outcome.problem, hint: '' });
  }
  return new ApiError({
    ...own,
    code: 'row_not_found',
    message: messages.rowMissing,
    hint: messages.rowMissingHint,
  });
}
