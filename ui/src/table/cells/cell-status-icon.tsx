import { SavedCheck } from '@/components/feedback/saved-check';
import { Spinner } from '@/components/feedback/spinner';
import type { CellStatus } from '@/data/writes/edits/cell-statuses';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';

export interface CellStatusIconProps {
  cellStatus: CellStatus;
  size?: number;
  /** What is said while it is on its way. */
  savingLabel?: string;
}

/** How a cell's last edit fares, as an icon. */
export function CellStatusIcon({ cellStatus, size = 12, savingLabel = 'Saving' }: CellStatusIconProps) {
  switch (cellStatus.status) {
    case 'saving':
      return <Spinner size={size} label={savingLabel} />;
    case 'saved':
      return <SavedCheck saveId={cellStatus.stamp} />;
    default:
      return <SaveStatusIcon status={cellStatus.status} size={size + 1} />;
  }
}
