import type { ActionRequestOptions } from '@/data/actions/open-action';

/** A request to the host to show an action, or the report of a run. `id` changes with each request. */
export type HostRequest = { id: number } & (
  | { kind: 'action'; options: ActionRequestOptions }
  | { kind: 'run'; run: string }
);
