import { toApiError } from '@/lib/api';
import { onConnectionChange } from '@/lib/requests/connection';
import type { BatchState } from './batch-job';

/** A job that can be paused. */
interface ResumableJob {
  snapshot: () => BatchState<unknown>;
  resume: () => void;
}

/**
 * Resumes a job that an outage paused as soon as the connection is back, unless
 * the user must look up unconfirmed items. Returns the function that stops this.
 */
export function resumeWhenOnline(job: ResumableJob): () => void {
  return onConnectionChange(({ state }) => {
    const { jobError } = job.snapshot();
    if (state !== 'online' || jobError === null || jobError.unconfirmed !== null) return;
    if (['offline', 'unreachable'].includes(toApiError(jobError.error).code)) job.resume();
  });
}
