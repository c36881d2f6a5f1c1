import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { Row } from '@/data/rows/row';
import { headingOf } from '@/data/values/value.utils';
import type { Table } from '@/lib/api.gen';
import { CellValue } from '@/table/cells/cell-value';
import styles from './conflict-dialog.module.css';

export interface Conflict {
  changes: Row;
  /** The row as someone else left it. */
  theirs: Row;
  /** The columns that both changed. */
  columns: readonly string[];
}

export interface ConflictDialogProps {
  table: Table;
  conflict: Conflict | null;
  /** Put off: nothing is chosen. */
  onClose: () => void;
  /** What to save over the row as it is now, and the columns in which theirs stays. */
  onChoose: (seen: Row, changes: Row, theirs: readonly string[]) => void;
}

/** Mine or theirs, field by field, when someone else changed the same ones meanwhile. */
export function ConflictDialog({ table, conflict, onClose, onChoose }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const close = () => {
    setTheirs(new Set());
    onClose();
  };
  const choose = () => {
    if (!conflict) return;
    const mine = Object.entries(conflict.changes).filter(([column]) => !theirs.has(column));
    close();
    onChoose(conflict.theirs, Object.fromEntries(mine), [...theirs]);
  };
  const discard = () => {
    if (!conflict) return;
    close();
    onChoose(conflict.theirs, {}, conflict.columns);
  };
  const pick = (column: string, side: 'mine' | 'theirs') => {
    const next = new Set(theirs);
    if (side === 'theirs') next.add(column);
    else next.delete(column);
    setTheirs(next);
  };
  return (
    <Dialog
      open={conflict !== null}
      onOpenChange={(open) => !open && close()}
      size="md"
      title="Someone else changed this too"
      description={
        conflict && (
          <p>
            While you were editing <strong dir="auto">{headingOf(table, conflict.theirs)}</strong>, its values
            changed. Nothing of yours has been saved yet. Choose what to keep.
          </p>
        )
      }
      footer={
        <>
          <Button onClick={discard}>Discard my change</Button>
          <Button variant="primary" onClick={choose}>
            Save the choice
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {conflict?.columns.map((name) => {
          const column = table.columns.find((candidate) => candidate.name === name);
          if (!column) return null;
          return (
            <fieldset key={name} className={styles.field}>
              <legend dir="auto">{column.title}</legend>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className={styles.side}>
                  <input
                    type="radio"
                    name={name}
                    checked={theirs.has(name) === (side === 'theirs')}
                    onChange={() => pick(name, side)}
                  />
                  <span className={styles.sideLabel}>{side === 'mine' ? 'Yours' : 'Theirs'}</span>
                  <CellValue
                    column={column}
                    value={(side === 'mine' ? conflict.changes : conflict.theirs)[name] ?? null}
                    full
                  />
                </label>
              ))}
            </fieldset>
          );
        })}
      </div>
    </Dialog>
  );
}
