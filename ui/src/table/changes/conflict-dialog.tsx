import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { Row, Value } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import type { Column, Table } from '@/lib/api.gen';
import { CellValue } from '@/table/cells/values/cell-value';
import { tableMessages } from '@/table/table-messages';
import styles from './conflict-dialog.module.css';

const messages = tableMessages.conflict;

export interface Conflict {
  changes: Row;
  /** The row as it is stored now, with the changes of the other user. */
  theirs: Row;
  /** The columns that both users changed. */
  columns: readonly string[];
}

type Side = 'mine' | 'theirs';

export interface ConflictDialogProps {
  table: Table;
  conflict: Conflict | null;
  /** Called when the dialog closes without a decision. */
  onClose: () => void;
  /** Called with the stored row, the changes to save, and the columns that keep the other user's value. */
  onChoose: (storedRow: Row, changes: Row, theirColumns: readonly string[]) => void;
}

/** Asks for each field that two users changed at the same time whose value to save. */
export function ConflictDialog({ table, conflict, onClose, onChoose }: ConflictDialogProps) {
  const [theirColumns, setTheirColumns] = useState<ReadonlySet<string>>(new Set());
  const close = () => {
    setTheirColumns(new Set());
    onClose();
  };
  const choose = () => {
    if (!conflict) return;
    const ownChanges = Object.entries(conflict.changes).filter(([column]) => !theirColumns.has(column));
    close();
    onChoose(conflict.theirs, Object.fromEntries(ownChanges), [...theirColumns]);
  };
  const discard = () => {
    if (!conflict) return;
    close();
    onChoose(conflict.theirs, {}, conflict.columns);
  };
  const pick = (name: string, side: Side) => {
    const others = [...theirColumns].filter((other) => other !== name);
    setTheirColumns(new Set(side === 'theirs' ? [...others, name] : others));
  };
  return (
    <Dialog
      open={conflict !== null}
      onOpenChange={(open) => !open && close()}
      size="md"
      title={messages.title}
      description={
        conflict && (
          <p>{messages.description(<strong dir="auto">{getRowHeading(table, conflict.theirs)}</strong>)}</p>
        )
      }
      footer={
        <>
          <Button onClick={discard}>{messages.discard}</Button>
          <Button variant="primary" onClick={choose}>
            {messages.save}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {conflict?.columns.map((name) => {
          const column = table.columns.find((candidate) => candidate.name === name);
          if (!column) return null;
          return (
            <ConflictField
              key={name}
              column={column}
              mine={conflict.changes[name] ?? null}
              theirs={conflict.theirs[name] ?? null}
              chosenSide={theirColumns.has(name) ? 'theirs' : 'mine'}
              onChoose={(side) => pick(name, side)}
            />
          );
        })}
      </div>
    </Dialog>
  );
}

interface ConflictFieldProps {
  column: Column;
  mine: Value;
  theirs: Value;
  chosenSide: Side;
  onChoose: (side: Side) => void;
}

/** The two values of a field that two users changed. */
function ConflictField({ column, mine, theirs, chosenSide, onChoose }: ConflictFieldProps) {
  return (
    <fieldset className={styles.field}>
      <legend dir="auto">{column.title}</legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className={styles.side}>
          <input
            type="radio"
            name={column.name}
            checked={side === chosenSide}
            onChange={() => onChoose(side)}
          />
          <span className={styles.sideLabel}>{messages[side]}</span>
          <CellValue column={column} value={side === 'mine' ? mine : theirs} full />
        </label>
      ))}
    </fieldset>
  );
}
