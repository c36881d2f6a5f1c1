import { type KeyboardEvent, useState } from 'react';
import { Popover } from '@/components/overlays/popover';
import type { Value } from '@/data/rows/row';
import { checkEnteredValue, toEnteredValue } from '@/data/values/checks/check-value';
import { getNullLabel, getNumberForm } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { isComposing } from '@/lib/browser/keyboard/keyboard';
import { getZone } from '@/lib/browser/zone/zone';
import { useTable } from '@/table/table-context';
import { draft } from '../grid-rows.utils';
import type { CellEditorProps } from './cell-editor';
import styles from './cell-editor.module.css';

/**
 * Formats a value as the editor's text. The text of a range is that of PostgreSQL, so its dates are in the ISO form, which
 * needs no quotes.
 */
function formatInitialText(table: Table, field: Column, value: Value): string {
  const isRange = field.kind === 'range' || field.kind === 'multirange';
  return String(toEnteredValue(field, value, isRange ? 'iso' : 'local', getNumberForm(table, field)) ?? '');
}

/** An input in the cell that checks the text as the user types. Enter saves a valid text. */
export function CellTextEditor({ field, row, onRowChange }: CellEditorProps) {
  const { table } = useTable();
  const [initial] = useState(() => formatInitialText(table, field, row[field.name] ?? null));
  const [text, setText] = useState(initial);
  const checked = checkEnteredValue(field, text);
  const problem = text !== initial && 'problem' in checked ? checked.problem : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return event.stopPropagation();
    if (problem && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <Popover
      open={problem !== undefined}
      className={styles.problem}
      onOpenAutoFocus={(event) => event.preventDefault()}
      onCloseAutoFocus={(event) => event.preventDefault()}
      sideOffset={2}
      role="alert"
      anchor={
        <span className={styles.line} data-kind={field.kind}>
          <input
            // biome-ignore lint/a11y/noAutofocus: the user opened the editor of this cell
            autoFocus
            onFocus={(event) => event.currentTarget.select()}
            className={styles.input}
            aria-label={field.title}
            aria-invalid={problem ? true : undefined}
            dir="auto"
            value={text}
            placeholder={row[field.name] === null ? getNullLabel(field) : undefined}
            onChange={(event) => {
              setText(event.target.value);
              onRowChange({ ...row, [draft]: event.target.value });
            }}
            onKeyDown={onKeyDown}
          />
          {field.kind === 'timestamptz' && <span className={styles.zone}>{getZone()}</span>}
        </span>
      }
    >
      {problem}
    </Popover>
  );
}
