import type { ReactNode } from 'react';
import { ComboboxList } from '@/components/fields/combobox/combobox';
import type { ComboboxOption } from '@/components/fields/combobox/combobox.types';
import { Popover } from '@/components/overlays/popover';
import type { EnteredValue } from '@/data/values/checks/check-value';
import { getEnumHue } from '@/data/values/formats/enum-hues';
import { getEnumLabel } from '@/data/values/formats/enum-labels';
import { getNullLabel } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { isComposing } from '@/lib/browser/keyboard/keyboard';
import { tableMessages } from '@/table/table-messages';
import { draft } from '../grid-rows.utils';
import type { CellEditorProps } from './cell-editor';
import styles from './cell-editor.module.css';

/** The value of the choice NULL. No text of PostgreSQL equals it, because a text can't contain NUL. */
export const nullChoice = '\u0000null';

/** Returns the choices of an enum or boolean column. */
function listChoices(column: Column): ComboboxOption[] {
  const values = column.kind === 'boolean' ? ['true', 'false'] : column.enum;
  const options: ComboboxOption[] = values.map((value) => ({
    value,
    label: value === '' ? tableMessages.cells.emptyText : getEnumLabel(column, value),
    ...(column.kind === 'enum'
      ? { icon: <span className={styles.dot} data-hue={getEnumHue(column, value)} aria-hidden /> }
      : {}),
  }));
  return column.nullable ? [...options, { value: nullChoice, label: getNullLabel(column) }] : options;
}

/** Returns the value that a choice enters. */
function parseChoice(column: Column, value: string): Exclude<EnteredValue, undefined> {
  if (value === nullChoice) return null;
  return column.kind === 'boolean' ? value === 'true' : value;
}

/** A list of choices under the cell. A choice is saved immediately. */
export function CellChoiceEditor({ field, row, onRowChange, onClose }: CellEditorProps) {
  const value = row[field.name] ?? null;
  return (
    <ChoicePopover onClose={() => onClose(false)}>
      <ComboboxList
        label={field.title}
        value={value === null ? nullChoice : String(value)}
        options={listChoices(field)}
        onChoose={(option) => onRowChange({ ...row, [draft]: parseChoice(field, option.value) }, true)}
      />
    </ChoicePopover>
  );
}

/** A popover under the edited cell. */
export function ChoicePopover({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Popover
      open
      flush
      sideOffset={2}
      className={styles.choice}
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => (isComposing(event) ? event.preventDefault() : onClose())}
      onCloseAutoFocus={(event) => event.preventDefault()}
      anchor={<span className={styles.anchor} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: prevents that the grid handles the list's keys */}
      <div
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event.nativeEvent)) event.stopPropagation();
        }}
      >
        {children}
      </div>
    </Popover>
  );
}
