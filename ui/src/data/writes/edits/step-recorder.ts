import { listReadableNames } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { createId } from '@/lib/text/create-id';
import type { WriteOutcome } from '../batches/row-write';
import type { UndoStep } from '../history/change';
import type { History } from '../history/history';
import type { OutboxEntry } from '../outbox/outbox-store';
import type { RowEdit } from './failed-edits';
import type { RowChange } from './row-changes';

/** Adds the saved writes of one table to the history. */
export class StepRecorder {
  readonly #history: History;
  readonly #getTable: () => Table;
  /** The steps of undo by the batch of their outbox entries, which can be sent later. */
  readonly #steps = new Map<string, UndoStep>();

  constructor(history: History, getTable: () => Table) {
    this.#history = history;
    this.#getTable = getTable;
  }

  /** Prepares a step of undo: gives it the batch by which queued parts are added to it later. */
  begin(step: UndoStep = {}): UndoStep {
    step.batch ??= createId();
    this.#steps.set(step.batch, step);
    return step;
  }

  /** Returns the step that an outbox entry is part of, no matter how often it was sent. */
  stepOf({ batch }: OutboxEntry): UndoStep {
    return this.#steps.get(batch) ?? this.begin({ batch });
  }

  /** Adds the updates that were saved. `changed`: the columns that the user changed in any of the rows. */
  recordUpdates(
    title: string,
    edits: readonly Pick<RowEdit, 'baseRow'>[],
    outcomes: readonly WriteOutcome[],
    { changed, step }: { changed: readonly string[]; step: UndoStep },
  ): void {
    const rows = edits.flatMap(({ baseRow }, i): RowChange[] => {
      const outcome = outcomes[i];
      return outcome?.kind === 'saved' ? [{ before: baseRow, after: outcome.row }] : [];
    });
    this.#history.add(this.#getTable(), title, rows, { changed, step });
  }

  /** Adds the inserts that were saved. Returns how many there are. */
  recordInserts(title: string, outcomes: readonly WriteOutcome[], step: UndoStep): number {
    const inserted = listSavedRows(outcomes);
    // A role that can't read its new rows can't delete them either.
    const readable = inserted.filter((row) => Object.keys(row).length > 0);
    const rows = readable.map((after) => ({ before: null, after }));
    this.#history.add(this.#getTable(), title, rows, { step });
    return inserted.length;
  }

  /** Adds the deletes that were saved to the change of the step in the history. Leaves out rows of which some columns are unknown: undo can't restore them. */
  recordDeletes(title: string, outcomes: readonly WriteOutcome[], step: UndoStep): void {
    const names = listReadableNames(this.#getTable());
    // A row of which only some columns are known can't be restored.
    const complete = listSavedRows(outcomes).filter((row) => names.every((name) => Object.hasOwn(row, name)));
    const rows = complete.map((before) => ({ before, after: null }));
    this.#history.add(this.#getTable(), title, rows, { step });
  }
}

function listSavedRows(outcomes: readonly WriteOutcome[]): Row[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'saved' ? [outcome.row] : []));
}
