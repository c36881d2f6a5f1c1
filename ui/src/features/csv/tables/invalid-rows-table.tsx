import { CircleAlert } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { Input } from '@/components/fields/input';
import { Select, type SelectOption } from '@/components/fields/select';
import { isRequired } from '@/data/values/checks/check-value';
import { getEnumLabel } from '@/data/values/formats/enum-labels';
import type { Column, Table } from '@/lib/api.gen';
import { formatCount } from '@/lib/text/format';
import type { ColumnMapping, InvalidRow } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { getRowNumber } from './rejection-table';
import styles from './rows-table.module.css';

const messages = csvMessages.check;

/** Maximum number of columns; more make the page slow. */
const maxColumns = 60;

export interface InvalidRowsTableProps {
  table: Table;
  mappings: readonly ColumnMapping[];
  rows: readonly InvalidRow[];
  hasHeader: boolean;
  /** Replaces a cell of the file. */
  onCorrect: (row: number, sourceIndex: number, text: string) => void;
}

/**
 * The rows that can't be imported, in the columns of the table. Each invalid cell is an input with its error: a list of
 * the choices of an enum or a boolean, otherwise a text.
 */
export function InvalidRowsTable({ table, mappings, rows, hasHeader, onCorrect }: InvalidRowsTableProps) {
  const frame = useRef<HTMLElement>(null);
  const invalidColumns = new Set(rows.flatMap(({ errors }) => errors.map(({ column }) => column)));
  const shownMappings = mappings.filter(({ column }, i) => i < maxColumns || invalidColumns.has(column));
  const hasMessages = rows.some(({ message }) => message !== undefined);
  const columnOf = (name: string) => table.columns.find((column) => column.name === name);
  const titleOf = (name: string) => columnOf(name)?.title ?? name;
  const correct = useCorrections(frame, rows, onCorrect);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section ref={frame} className={styles.frame} aria-label={messages.invalidRows} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{csvMessages.rejections.row}</th>
            {hasMessages && <th scope="col">{csvMessages.rejections.reason}</th>}
            {shownMappings.map(({ column }) => (
              <th key={column} scope="col" dir="auto">
                {titleOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells, errors, message }) => (
            <tr key={row}>
              <td className={styles.number}>{formatCount(getRowNumber(row, hasHeader))}</td>
              {hasMessages && (
                <td className={styles.reason} dir="auto">
                  {message}
                </td>
              )}
              {shownMappings.map(({ sourceIndex, column }) => {
                const text = cells[sourceIndex] ?? '';
                const problem = errors.find((error) => error.column === column)?.message;
                return problem === undefined ? (
                  <td key={column} dir="auto">
                    {text}
                  </td>
                ) : (
                  <InvalidCell
                    key={column}
                    {...{ text, problem }}
                    choices={listChoices(columnOf(column), mappings, sourceIndex)}
                    label={messages.cell(titleOf(column), getRowNumber(row, hasHeader))}
                    onCommit={(input, corrected) => correct(input, row, sourceIndex, corrected)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Returns the texts that a cell of an enum or a boolean can have; undefined for other columns and for references. */
function listChoices(
  column: Column | undefined,
  mappings: readonly ColumnMapping[],
  sourceIndex: number,
): SelectOption[] | undefined {
  const isMatched = mappings.some(
    (each) => each.sourceIndex === sourceIndex && each.matchColumn !== undefined,
  );
  if (!column || column.array || isMatched) return undefined;
  if (column.kind !== 'boolean' && column.kind !== 'enum') return undefined;
  const values = column.kind === 'boolean' ? ['true', 'false'] : column.enum.filter((value) => value !== '');
  const options = values.map((value) => ({ value, label: getEnumLabel(column, value) }));
  // An empty cell has the meaning that the user chose for the whole file.
  return isRequired(column) ? options : [...options, { value: '', label: messages.emptyCell }];
}

/** The controls of invalid cells. */
const cellControls = 'input, [role="combobox"]';

/**
 * Returns the function that reports a corrected cell. The cell is then no input any more, and the focus moves to the
 * next one.
 */
function useCorrections(
  frame: RefObject<HTMLElement | null>,
  rows: readonly InvalidRow[],
  onCorrect: InvalidRowsTableProps['onCorrect'],
) {
  const lastInput = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each check
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const inputs = frame.current?.querySelectorAll<HTMLElement>(cellControls) ?? [];
    inputs[Math.min(lastInput.current, inputs.length - 1)]?.focus();
  }, [rows]);
  return (input: HTMLElement | null, row: number, sourceIndex: number, text: string) => {
    const inputs = [...(frame.current?.querySelectorAll<HTMLElement>(cellControls) ?? [])];
    lastInput.current = input ? inputs.indexOf(input) : 0;
    onCorrect(row, sourceIndex, text);
  };
}

interface InvalidCellProps {
  text: string;
  problem: string;
  label: string;
  /** The texts that the cell can have; undefined for any text. */
  choices: readonly SelectOption[] | undefined;
  /** Called when the user has chosen a text, or entered another text and leaves the input or presses Enter. */
  onCommit: (input: HTMLElement | null, text: string) => void;
}

function InvalidCell({ text, problem, label, choices, onCommit }: InvalidCellProps) {
  const problemId = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const control = { 'aria-label': label, 'aria-invalid': true, 'aria-describedby': problemId };
  const commit = (input: HTMLInputElement) => {
    if (input.value !== input.defaultValue) onCommit(input, input.value);
  };
  return (
    <td className={styles.editable}>
      {choices ? (
        <Select
          {...control}
          ref={trigger}
          dir="auto"
          value={null}
          placeholder={text || undefined}
          options={choices}
          onValueChange={(value) => onCommit(trigger.current, value)}
        />
      ) : (
        <Input
          {...control}
          key={text}
          dir="auto"
          autoComplete="off"
          defaultValue={text}
          onBlur={({ currentTarget }) => commit(currentTarget)}
          onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget)}
        />
      )}
      <span className={styles.problem} id={problemId}>
        <CircleAlert size={13} aria-hidden /> {problem}
      </span>
    </td>
  );
}
