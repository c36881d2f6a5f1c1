import { JobDialog } from '../rows/job-dialog';
import { RowsActionDialog } from '../rows/rows-action-dialog';
import { ActionDialog } from './action-dialog';
import type { HostRequest } from './host-request';

export interface ActionHostProps {
  request: HostRequest;
  onClose: () => void;
}

/** The dialog that a request opens: an action, an action on many rows, or the report of a run. */
export function ActionHost({ request, onClose }: ActionHostProps) {
  if (request.kind === 'run') return <JobDialog runId={request.run} onClose={onClose} />;
  const { options } = request;
  if (options.subject.kind === 'rows') {
    return <RowsActionDialog {...options} subject={options.subject} onClose={onClose} />;
  }
  return <ActionDialog {...options} onClose={onClose} />;
}
