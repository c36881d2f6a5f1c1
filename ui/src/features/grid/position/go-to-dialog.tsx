import { type FormEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Dialog } from '@/components/overlays/dialog';
import { keysetOrder } from '@/data/paging/cursor/keyset.utils';
import { countRowsBefore } from '@/data/paging/page-request';
import type { RowCount } from '@/data/paging/segments/page-plan';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { RowsView } from '@/data/rows/row-keys';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import { formatCount } from '@/lib/format';
import { type GoToTarget, parseGoToTargets } from '@/table/position/go-to.utils';
import { useTable } from '@/table/table-context';
import styles from './go-to-dialog.module.css';

export interface GoToDialogProps {
  pages: PagedRows;
  view: RowsView;
  count: RowCount;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks which row to go to: by its number, by a share of the rows, or by a value of what they are sorted by. */
export function GoToDialog(props: GoToDialogProps) {
  const { open, onOpenChange } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Go to" onCloseAutoFocus={focusActiveCell}>
      <GoToForm {...props} />
    </Dialog>
  );
}

/** To the cell that is active now: the one of before may be a million rows away, and would scroll there. */
function focusActiveCell(event: Event) {
  event.preventDefault();
  const grid = document.querySelector<HTMLElement>('[role="grid"], [role="treegrid"]');
  const cell = grid?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]') ?? grid;
  cell?.focus({ preventScroll: true });
}

function GoToForm({ pages, view, count, onOpenChange }: GoToDialogProps) {
  const { table } = useTable();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const [term] = keysetOrder(table, view.order) ?? [];
  const column = term && table.columns.find(({ name }) => name === term.column);
  const goals = parseGoToTargets(typed, count.count).filter(({ kind }) => kind === 'row' || column);
  const approximate = count.exact ? '' : '≈ ';

  const go = async (goal: GoToTarget) => {
    setProblem(undefined);
    setFailure(undefined);
    if (goal.kind === 'row') {
      pages.goTo({ kind: 'index', index: goal.index });
      return onOpenChange(false);
    }
    if (!column) return;
    const checked = checkEnteredValue(column, goal.text);
    if ('problem' in checked) return setProblem(checked.problem);
    const cursor = { values: [checked.value], side: 'before' as const, sharedCount: 0 };
    setPending(true);
    try {
      pages.goTo({ kind: 'cut', cursor, rowsBefore: await countRowsBefore(table, view, cursor, 'planned') });
      onOpenChange(false);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (goals[0]) void go(goals[0]);
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field
        label={column ? `Row, share or ${column.title}` : 'Row or share'}
        help={`${approximate}${formatCount(count.count)} rows. For example 50%, or ${formatCount(Math.max(1, Math.floor(count.count / 2)))}.`}
        error={problem}
      >
        <Input
          autoFocus
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      {failure !== undefined && <ErrorNotice error={failure} title="The value could not be looked up." />}
      <div className={styles.goals}>
        {goals.length === 0 && (
          <Button variant="primary" disabled>
            Go
          </Button>
        )}
        {goals.map((goal, i) => (
          <Button
            key={goal.kind}
            type={i === 0 ? 'submit' : 'button'}
            variant={i === 0 ? 'primary' : 'secondary'}
            pending={pending && goal.kind === 'value'}
            onClick={i === 0 ? undefined : () => void go(goal)}
          >
            {goal.kind === 'row'
              ? `Go to row ${formatCount(goal.index + 1)}`
              : `${column?.title}: ${goal.text}`}
          </Button>
        ))}
      </div>
    </form>
  );
}
