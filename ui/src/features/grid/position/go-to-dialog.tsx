import { type FormEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Dialog } from '@/components/overlays/dialog';
import { buildKeysetOrder } from '@/data/paging/cursor/keyset.utils';
import { countRowsBefore } from '@/data/paging/page-request';
import type { RowCount } from '@/data/paging/segments/page-plan';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { RowsView } from '@/data/rows/row-keys';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';
import { type GoToTarget, parseGoToTargets } from '@/table/position/go-to.utils';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import styles from './go-to-dialog.module.css';

const messages = gridMessages.goTo;

export interface GoToDialogProps {
  pages: PagedRows;
  view: RowsView;
  count: RowCount;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Goes to a row by its number, by a percentage of the rows, or by a value of the column that sorts them. */
export function GoToDialog(props: GoToDialogProps) {
  const { open, onOpenChange } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={messages.title} onCloseAutoFocus={focusActiveCell}>
      <GoToForm {...props} />
    </Dialog>
  );
}

/** Focuses the cell that is active now. The cell that had the focus before can be a million rows away. */
function focusActiveCell(event: Event) {
  event.preventDefault();
  const grid = document.querySelector<HTMLElement>('[role="grid"], [role="treegrid"]');
  const cell = grid?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]') ?? grid;
  cell?.focus({ preventScroll: true });
}

function GoToForm({ pages, view, count, onOpenChange }: GoToDialogProps) {
  const { table } = useTable();
  const [text, setText] = useState('');
  const [term] = buildKeysetOrder(table, view.order) ?? [];
  const column = term && table.columns.find(({ name }) => name === term.column);
  const targets = parseGoToTargets(text, count.count).filter(({ kind }) => kind === 'row' || column);
  const { goTo, problem, error, isPending, clearProblem } = useGoTo(pages, view, column, () =>
    onOpenChange(false),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (targets[0]) void goTo(targets[0]);
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field label={formatFieldLabel(column)} help={messages.help(count, column?.title)} error={problem}>
        <Input
          autoFocus
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            clearProblem();
          }}
        />
      </Field>
      {error !== undefined && <ErrorNotice error={error} title={messages.searchFailed} />}
      <div className={styles.targets}>
        {targets.length === 0 && (
          <Button variant="primary" disabled>
            {messages.submit}
          </Button>
        )}
        {targets.map((target, i) => (
          <Button
            key={target.kind}
            type={i === 0 ? 'submit' : 'button'}
            variant={i === 0 ? 'primary' : 'secondary'}
            pending={isPending && target.kind === 'value'}
            onClick={i === 0 ? undefined : () => void goTo(target)}
          >
            {target.kind === 'row'
              ? messages.goToRow(target.index + 1)
              : messages.goToValue(column?.title ?? '', target.text)}
          </Button>
        ))}
      </div>
    </form>
  );
}

/** Returns the function that goes to a target, and the error of the last attempt. `column` sorts the rows. */
function useGoTo(pages: PagedRows, view: RowsView, column: Column | undefined, onDone: () => void) {
  const { table } = useTable();
  const [problem, setProblem] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isPending, setIsPending] = useState(false);
  const goTo = async (target: GoToTarget) => {
    setProblem(undefined);
    setError(undefined);
    if (target.kind === 'row') {
      pages.goTo({ kind: 'index', index: target.index });
      return onDone();
    }
    if (!column) return;
    const checked = checkEnteredValue(column, target.text);
    if ('problem' in checked) return setProblem(checked.problem);
    const cursor = { values: [checked.value], side: 'before' as const, sharedCount: 0 };
    setIsPending(true);
    try {
      pages.goTo({
        kind: 'cursor',
        cursor,
        rowsBefore: await countRowsBefore(table, view, cursor, 'planned'),
      });
      onDone();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsPending(false);
    }
  };
  return { goTo, problem, error, isPending, clearProblem: () => setProblem(undefined) };
}

function formatFieldLabel(column: Column | undefined): string {
  if (!column) return messages.field;
  const isDate = column.kind === 'date' || column.kind.startsWith('timestamp');
  return isDate ? messages.fieldWithDate : messages.fieldWithValue(column.title);
}
