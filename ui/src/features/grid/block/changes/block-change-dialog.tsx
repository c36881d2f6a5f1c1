import { useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Checkbox } from '@/components/controls/checkbox';
import { Dialog } from '@/components/overlays/dialog';
import { getRowHeading } from '@/data/titles/row-titles';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../../grid-messages';
import styles from './block-change-dialog.module.css';
import { formatConfirmLabel, formatQuestion } from './block-change-dialog.utils';
import type { CellProblem } from './plan-block-change';
import type { ProposedBlockChange } from './use-block-changes';

const messages = gridMessages.change;

export interface BlockChangeDialogProps {
  /** The change to confirm; null closes the dialog. */
  proposal: ProposedBlockChange | null;
  onAccept: (addsRows: boolean) => void;
  onClose: () => void;
}

/** Maximum number of problems in the list; the others are only counted. */
const maxShownProblems = 100;

const maxTextLength = 60;

/** Shows what a paste, a fill or a clear will change and which cells it can't change, before anything is sent. */
export function BlockChangeDialog({ proposal, onAccept, onClose }: BlockChangeDialogProps) {
  const [addsRows, setAddsRows] = useState(true);
  const mainButton = useRef<HTMLButtonElement>(null);
  // Keeps the content during the exit animation.
  const lastProposal = useRef(proposal);
  if (proposal) lastProposal.current = proposal;
  const change = lastProposal.current;
  if (!change) return null;
  const { problems, newRows } = change;
  const hasRowsToAdd = addsRows && newRows.length > 0;
  const label = formatConfirmLabel(change, hasRowsToAdd);
  return (
    <Dialog
      open={proposal !== null}
      onOpenChange={(open) => !open && onClose()}
      title={formatQuestion(change)}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        mainButton.current?.focus();
      }}
      size={problems.length > 0 ? 'md' : 'sm'}
      footer={
        <>
          <Button ref={label ? undefined : mainButton} onClick={onClose}>
            {label ? messages.cancel : messages.close}
          </Button>
          {label && (
            <Button ref={mainButton} variant="primary" onClick={() => onAccept(hasRowsToAdd)}>
              {label}
            </Button>
          )}
        </>
      }
    >
      <ChangeDetails change={change} addsRows={addsRows} onAddsRowsChange={setAddsRows} />
    </Dialog>
  );
}

interface ChangeDetailsProps {
  change: ProposedBlockChange;
  addsRows: boolean;
  onAddsRowsChange: (addsRows: boolean) => void;
}

/** Lists what does not fit, what is locked and what is invalid. */
function ChangeDetails({ change, addsRows, onAddsRowsChange }: ChangeDetailsProps) {
  const { problems, lockedColumns, newRows, pastEndCount, omittedColumnCount } = change;
  return (
    <div className={styles.parts}>
      {pastEndCount > 0 && (
        <NewRowsOption
          count={pastEndCount}
          addableCount={newRows.length}
          checked={addsRows}
          onChange={onAddsRowsChange}
        />
      )}
      {omittedColumnCount > 0 && <p>{messages.omittedColumns(omittedColumnCount)}</p>}
      {lockedColumns.map(({ column, reason, cells }) => (
        <p key={column.name}>
          <b>{column.title}</b>: {messages.lockedCells(reason, cells)}
        </p>
      ))}
      {problems.length > 0 && <ProblemList problems={problems} />}
      <p className={styles.quiet}>{messages.undoHint}</p>
    </div>
  );
}

interface NewRowsOptionProps {
  /** The number of rows past the table's last row. */
  count: number;
  /** The number of these rows that can be added. */
  addableCount: number;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** For rows of a paste past the end of the table: the choice whether to add them, or a note that they can't be added. */
function NewRowsOption({ count, addableCount, checked, onChange }: NewRowsOptionProps) {
  const { table } = useTable();
  if (addableCount === 0) return <p>{messages.rowsPastEnd(count, table.privileges.insert)}</p>;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the check box is the control
    <label className={styles.choice}>
      <Checkbox checked={checked} onCheckedChange={(value) => onChange(value === true)} />
      {messages.addRowsPastEnd(addableCount)}
    </label>
  );
}

/** Lists the cells that the change can't fill, with the entered text and the reason. */
function ProblemList({ problems }: { problems: readonly CellProblem[] }) {
  const { table } = useTable();
  const hiddenCount = problems.length - maxShownProblems;
  return (
    <section aria-label={messages.problemsLabel}>
      <p>{messages.problems(problems.length)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard must reach it */}
      <ul className={styles.problems} tabIndex={0}>
        {problems.slice(0, maxShownProblems).map(({ row, column, text, problem }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={i}>
            <span dir="auto" className={styles.location}>
              {messages.problemLocation(row ? getRowHeading(table, row) : messages.newRow, column.title)}
            </span>
            {text !== '' && (
              <span dir="auto" className={styles.enteredText}>
                {messages.enteredText(text.slice(0, maxTextLength), text.length > maxTextLength)}
              </span>
            )}
            <span>{problem}</span>
          </li>
        ))}
        {hiddenCount > 0 && <li className={styles.quiet}>{messages.moreProblems(hiddenCount)}</li>}
      </ul>
    </section>
  );
}
