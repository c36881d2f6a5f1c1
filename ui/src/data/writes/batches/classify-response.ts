import { ApiError } from '@/lib/api';

/**
 * What a failed request means for the rows in it: one of them is refused
 * (`rows`), nothing was done and the same may work later (`later`), or nobody
 * knows whether it was done (`unknown`).
 */
export type BatchOutcome = 'rows' | 'later' | 'unknown';

/** Classes of SQLSTATE that are about the database or the statement, whatever the rows are. */
const nonRowErrorPattern = /^(08|25|28|40|42|53|55|57P|58)/;

export function classifyResponse(error: unknown): BatchOutcome {
  if (!(error instanceof ApiError)) return 'later';
  const { code, status, message } = error;
  if (status === 0 || status === 502 || status === 504 || code === 'unreadable') return 'unknown';
  // The key of one of them stands for several rows, or all are too much at once.
  if (code === 'PGRST124' || code === 'too_large') return 'rows';
  if (!/^[0-9A-Z]{5}$/.test(code)) return 'later';
  if (code === '42501') return message.includes('row-level security') ? 'rows' : 'later';
  return nonRowErrorPattern.test(code) ? 'later' : 'rows';
}
