import { useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Checkbox } from '@/components/controls/checkbox';
import { Dialog } from '@/components/overlays/dialog';
import { headingOf } from '@/data/values/value.utils';
import { formatCount, plural } from '@/lib/format';
import { useTable } from '@/table/table-context';
import styles from './change-dialog.module.css';
import { cutText, questionOf, wayOut } from './change-dialog.utils';
import type { CellProblem } from './changes.utils';
import type { Proposal } from './use-block-changes';

export interface ChangeDialogProps {
  /** Null while nothing is asked. */
  proposal: Proposal | null;
  onAccept: (withAdded: boolean) => void;
  onClose: () => void;
}

/** Problems that are listed; the others are counted. */
const shown = 100;

/** What a paste, a fill or a clearing would change, and what of it can't be, before anything is sent. */
export function ChangeDialog({ proposal, onAccept, onClose }: ChangeDialogProps) {
  const [adds, setAdds] = useState(true);
  const answer = useRef<HTMLButtonElement>(null);
  // What was asked stays while the dialog leaves.
  const last = useRef(proposal);
  if (proposal) last.current = proposal;
  const asked = last.current;
  if (!asked) return null;
  const { problems, locked, added, past } = asked;
  const withAdded = adds && added.length > 0;
  const label = wayOut(asked, withAdded);
  return (
    <Dialog
      open={proposal !== null}
      onOpenChange={(open) => !open && onClose()}
      title={questionOf(asked)}
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
        {past > 0 && <PastEnd count={past} addable={added.length} adds={adds} onChange={setAdds} />}
        {asked.cut > 0 && <p>{cutText(asked.cut)}</p>}
        {locked.map(({ column, reason, cells }) => (
          <p key={column.name}>
            <b>{column.title}</b>: {reason} {plural(cells, 'cell')} left as{' '}
            {cells === 1 ? 'it is' : 'they are'}.
          </p>
        ))}
        {problems.length > 0 && <Problems problems={problems} />}
        <p className={styles.quiet}>You can undo it.</p>
      </div>
    </Dialog>
  );
}

interface PastEndProps {
  count: number;
  /** How many of them can become new rows. */
  addable: number;
  adds: boolean;
  onChange: (adds: boolean) => void;
}

function PastEnd({ count, addable, adds, onChange }: PastEndProps) {
  const { table } = useTable();
  if (addable === 0) {
    return (
      <p>
        {plural(count, 'row')} {count === 1 ? 'reaches' : 'reach'} past the last one
        {table.privileges.insert ? ' and can’t be added.' : ', and your role may not add rows here.'}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is the control
    <label className={styles.choice}>
      <Checkbox checked={adds} onCheckedChange={(checked) => onChange(checked === true)} />
      Add {plural(addable, 'new row')} for what reaches past the last one
    </label>
  );
}

function Problems({ problems }: { problems: readonly CellProblem[] }) {
  const { table } = useTable();
  const more = problems.length - shown;
  return (
    <section aria-label="Cells that can’t be changed">
      <p>
        {plural(problems.length, 'cell')} can’t take what {problems.length === 1 ? 'it is' : 'they are'}{' '}
        given:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <ul className={styles.problems} tabIndex={0}>
        {problems.slice(0, shown).map(({ row, column, text, problem }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={i}>
            <span dir="auto" className={styles.where}>
              {row ? headingOf(table, row) : 'New row'} · {column.title}
            </span>
            {text !== '' && (
              <span dir="auto" className={styles.given}>
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
