import { SavedCheck } from '@/components/feedback/saved-check';
import { Spinner } from '@/components/feedback/spinner';
import type { CellState } from '@/data/writes/edits/cell-states';
import { WaitingMark } from '@/table/changes/waiting-mark';

export interface CellFateProps {
  state: CellState;
  size?: number;
  /** What is said while it is on its way. */
  saving?: string;
}

/** How a cell's last edit fares, as an icon. */
export function CellFate({ state, size = 12, saving = 'Saving' }: CellFateProps) {
  switch (state.phase) {
    case 'saving':
      return <Spinner size={size} label={saving} />;
    case 'saved':
      return <SavedCheck save={state.stamp} />;
    default:
      return <WaitingMark phase={state.phase} size={size + 1} />;
  }
}
