import { SavedCheck } from '@/components/feedback/saved-check';
import { Spinner } from '@/components/feedback/spinner';
import type { CellStatus } from '@/data/writes/edits/cell-statuses';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { tableMessages } from '@/table/table-messages';

export interface CellStatusIconProps {
  cellStatus: CellStatus;
  size?: number;
  /** The label of the spinner. */
  savingLabel?: string;
}

/** The save status of a cell's last edit. */
export function CellStatusIcon({
  cellStatus,
  size = 12,
  savingLabel = tableMessages.cells.saving,
}: CellStatusIconProps) {
  switch (cellStatus.status) {
    case 'saving':
      return <Spinner size={size} label={savingLabel} />;
    case 'saved':
      return <SavedCheck saveId={cellStatus.stamp} />;
    default:
      return <SaveStatusIcon status={cellStatus.status} size={size + 1} />;
  }
}
