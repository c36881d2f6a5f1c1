import { useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Checkbox } from '@/components/controls/checkbox';
import { Dialog } from '@/components/overlays/dialog';
import { headingOf } from '@/data/values/value.utils';
import { formatCount, formatPlural } from '@/lib/format';
import { useTable } from '@/table/table-context';
import styles from './block-change-dialog.module.css';
import { formatConfirmLabel, formatOmittedColumns, formatQuestion } from './block-change-dialog.utils';
import type { CellProblem } from './plan-block-change';
import type { ProposedBlockChange } from './use-block-changes';

export interface BlockChangeDialogProps {
  /** Null while nothing is asked. */
  proposal: ProposedBlockChange | null;
  onAccept: (withAdded: boolean) => void;
  onClose: () => void;
}

/** Problems that are listed; the others are counted. */
const maxShownProblems = 100;

/** What a paste, a fill or a clearing would change, and what of it can't be, before anything is sent. */
export function BlockChangeDialog({ proposal, onAccept, onClose }: BlockChangeDialogProps) {
  const [adds, setAdds] = useState(true);
  const answer = useRef<HTMLButtonElement>(null);
  // What was asked stays while the dialog leaves.
  const last = useRef(proposal);
  if (proposal) last.current = proposal;
  const asked = last.current;
  if (!asked) return null;
  const { problems, lockedColumns, newRows, pastEndCount } = asked;
  const withAdded = adds && newRows.length > 0;
  const label = formatConfirmLabel(asked, withAdded);
  return (
    <Dialog
      open={proposal !== null}
      onOpenChange={(open) => !open && onClose()}
      title={formatQuestion(asked)}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        answer.current?.focus();
      }}
      size={problems.length > 0 ? 'md' : 'sm'}
      footer={
        <>
          <Button ref={label ? undefined : answer} onClick={onClose}>
            {label ? 'Cancel' : 'Close'}
          </Button>
          {label && (
            <Button ref={answer} variant="primary" onClick={() => onAccept(withAdded)}>
              {label}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.parts}>
        {pastEndCount > 0 && (
          <NewRowsOption
            count={pastEndCount}
            addableCount={newRows.length}
            checked={adds}
            onChange={setAdds}
          />
        )}
        {asked.omittedColumnCount > 0 && <p>{formatOmittedColumns(asked.omittedColumnCount)}</p>}
        {lockedColumns.map(({ column, reason, cells }) => (
          <p key={column.name}>
            <b>{column.title}</b>: {reason} {formatPlural(cells, 'cell')} left as{' '}
            {cells === 1 ? 'it is' : 'they are'}.
          </p>
        ))}
        {problems.length > 0 && <ProblemList problems={problems} />}
        <p className={styles.quiet}>You can undo it.</p>
      </div>
    </Dialog>
  );
}

interface NewRowsOptionProps {
  count: number;
  /** How many of them can become new rows. */
  addableCount: number;
  checked: boolean;
  onChange: (adds: boolean) => void;
}

function NewRowsOption({ count, addableCount, checked: adds, onChange }: NewRowsOptionProps) {
  const { table } = useTable();
  if (addableCount === 0) {
    return (
      <p>
        {formatPlural(count, 'row')} {count === 1 ? 'reaches' : 'reach'} past the last one
        {table.privileges.insert ? ' and can’t be added.' : ', and your role may not add rows here.'}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is the control
    <label className={styles.choice}>
      <Checkbox checked={adds} onCheckedChange={(checked) => onChange(checked === true)} />
      Add {formatPlural(addableCount, 'new row')} for what reaches past the last one
    </label>
  );
}

function ProblemList({ problems }: { problems: readonly CellProblem[] }) {
  const { table } = useTable();
  const more = problems.length - maxShownProblems;
  return (
    <section aria-label="Cells that can’t be changed">
      <p>
        {formatPlural(problems.length, 'cell')} can’t take what {problems.length === 1 ? 'it is' : 'they are'}{' '}
        given:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <ul className={styles.problems} tabIndex={0}>
        {problems.slice(0, maxShownProblems).map(({ row, column, text, problem }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={i}>
            <span dir="auto" className={styles.location}>
              {row ? headingOf(table, row) : 'New row'} · {column.title}
            </span>
            {text !== '' && (
              <span dir="auto" className={styles.enteredText}>
                “{text.slice(0, 60)}
                {text.length > 60 && '…'}”
              </span>
            )}
            <span>{problem}</span>
          </li>
        ))}
        {more > 0 && <li className={styles.quiet}>and {formatCount(more)} more</li>}
      </ul>
    </section>
  );
}
