import { type KeyboardEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Textarea } from '@/components/fields/textarea';
import { Kbd } from '@/components/marks/kbd';
import { Popover } from '@/components/overlays/popover';
import { checkEnteredValue, toEnteredValue } from '@/data/values/checks/check-value';
import { getNullLabel, getNumberForm, restoreLineEnds } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { isComposing, matchesKeys } from '@/lib/browser/keyboard/keyboard';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';
import { draft } from '../grid-rows.utils';
import type { CellEditorProps } from './cell-editor';
import styles from './cell-editor.module.css';

const messages = tableMessages.editors;

/** A text area under the cell, for long texts, JSON and arrays. Enter saves a text, and adds a line to JSON and arrays. */
export function CellLargeEditor({ field, row, onRowChange, onClose }: CellEditorProps) {
  const { table } = useTable();
  const [initial] = useState(() =>
    String(toEnteredValue(field, row[field.name] ?? null, 'local', getNumberForm(table, field)) ?? ''),
  );
  const [text, setText] = useState(initial);
  const isText = field.kind === 'text' && !field.array;
  const checked = checkEnteredValue(field, text);
  const problem = text !== initial && 'problem' in checked ? checked.problem : undefined;
  const save = () => {
    if (!problem) onClose(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return event.stopPropagation();
    const isSaveKey = isText ? event.key === 'Enter' && !event.shiftKey : matchesKeys(event, 'mod+enter');
    if (isSaveKey) event.preventDefault();
    // The grid would also handle Enter and the arrow keys.
    if (event.key !== 'Escape') event.stopPropagation();
    if (isSaveKey) save();
  };
  return (
    <Popover
      open
      flush
      sideOffset={-32}
      className={styles.large}
      // The grid saves on a click outside. To close here too would save twice.
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => (isComposing(event) ? event.preventDefault() : onClose(false))}
      onCloseAutoFocus={(event) => event.preventDefault()}
      anchor={<span className={styles.anchor} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: prevents that the grid handles the editor's keys */}
      <div onKeyDown={onKeyDown}>
        <Textarea
          mono={!isText}
          className={styles.area}
          aria-label={field.title}
          aria-invalid={problem ? true : undefined}
          dir="auto"
          onFocus={(event) => event.currentTarget.select()}
          value={text}
          placeholder={row[field.name] === null ? getNullLabel(field) : undefined}
          onChange={(event) => {
            const next = restoreLineEnds(initial, event.target.value);
            setText(next);
            onRowChange({ ...row, [draft]: next });
          }}
        />
        <EditorFoot {...{ field, isText, problem }} onCancel={() => onClose(false)} onSave={save} />
      </div>
    </Popover>
  );
}

interface EditorFootProps {
  field: Column;
  isText: boolean;
  problem: string | undefined;
  onCancel: () => void;
  onSave: () => void;
}

/** The hint or the problem, and the buttons. */
function EditorFoot({ field, isText, problem, onCancel, onSave }: EditorFootProps) {
  return (
    <div className={styles.foot}>
      <span className={styles.note} data-problem={problem !== undefined || undefined} role="status">
        {problem ?? hintFor(field.array, isText)}
      </span>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {messages.cancel}
      </Button>
      <Button size="sm" variant="primary" disabled={problem !== undefined} onClick={onSave}>
        {messages.save} {!isText && <Kbd keys="mod+enter" />}
      </Button>
    </div>
  );
}

function hintFor(isArray: boolean, isText: boolean): string {
  if (isArray) return messages.arrayHint;
  return isText ? messages.textHint : '';
}
