import { CircleAlert } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { Input } from '@/components/fields/input';
import type { Table } from '@/lib/api.gen';
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

/** The rows that can't be imported, in the columns of the table. Each invalid cell is an input with its error. */
export function InvalidRowsTable({ table, mappings, rows, hasHeader, onCorrect }: InvalidRowsTableProps) {
  const frame = useRef<HTMLElement>(null);
  const invalidColumns = new Set(rows.flatMap(({ errors }) => errors.map(({ column }) => column)));
  const shownMappings = mappings.filter(({ column }, i) => i < maxColumns || invalidColumns.has(column));
  const hasMessages = rows.some(({ message }) => message !== undefined);
  const titleOf = (name: string) => table.columns.find((column) => column.name === name)?.title ?? name;
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
                    label={messages.cell(titleOf(column), getRowNumber(row, hasHeader))}
                    onCommit={(input) => correct(input, row, sourceIndex)}
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
    const inputs = frame.current?.querySelectorAll('input') ?? [];
    inputs[Math.min(lastInput.current, inputs.length - 1)]?.focus();
  }, [rows]);
  return (input: HTMLInputElement, row: number, sourceIndex: number) => {
    if (input.value === input.defaultValue) return;
    lastInput.current = [...(frame.current?.querySelectorAll('input') ?? [])].indexOf(input);
    onCorrect(row, sourceIndex, input.value);
  };
}

interface InvalidCellProps {
  text: string;
  problem: string;
  label: string;
  /** Called when the user leaves the input or presses Enter. */
  onCommit: (input: HTMLInputElement) => void;
}

function InvalidCell({ text, problem, label, onCommit }: InvalidCellProps) {
  const problemId = useId();
  return (
    <td className={styles.editable}>
      <Input
        key={text}
        dir="auto"
        autoComplete="off"
        aria-label={label}
        aria-invalid
        aria-describedby={problemId}
        defaultValue={text}
        onBlur={({ currentTarget }) => onCommit(currentTarget)}
        onKeyDown={(event) => event.key === 'Enter' && onCommit(event.currentTarget)}
      />
      <span className={styles.problem} id={problemId}>
        <CircleAlert size={13} aria-hidden /> {problem}
      </span>
    </td>
  );
}
