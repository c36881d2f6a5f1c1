import { type KeyboardEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Textarea } from '@/components/fields/textarea';
import { Kbd } from '@/components/kbd';
import { Popover } from '@/components/overlays/popover';
import { checkEnteredValue, toEnteredValue } from '@/data/values/checks/check-value';
import { nullLabel, restoreLineEnds } from '@/data/values/value.utils';
import { isComposing, matchesKeys } from '@/lib/browser/keyboard';
import { draft } from '../grid-rows.utils';
import type { CellEditorProps } from './cell-editor';
import styles from './cell-editor.module.css';

/** Several lines under the cell: long text, JSON, arrays. In a text Enter saves; in the others it is part of them. */
export function CellLargeEditor({ field, row, onRowChange, onClose }: CellEditorProps) {
  const [initial] = useState(() => String(toEnteredValue(field, row[field.name] ?? null) ?? ''));
  const [text, setText] = useState(initial);
  const prose = field.kind === 'text' && !field.array;
  const checked = checkEnteredValue(field, text);
  const problem = text !== initial && 'problem' in checked ? checked.problem : undefined;
  const save = () => {
    if (!problem) onClose(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return event.stopPropagation();
    const saves = prose ? event.key === 'Enter' && !event.shiftKey : matchesKeys(event, 'mod+enter');
    if (saves) event.preventDefault();
    // The grid would take Enter and the arrows for its own.
    if (event.key !== 'Escape') event.stopPropagation();
    if (saves) save();
  };
  return (
    <Popover
      open
      flush
      sideOffset={-32}
      className={styles.large}
      // The grid commits on a click outside; closing here as well would do it twice.
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => (isComposing(event) ? event.preventDefault() : onClose(false))}
      onCloseAutoFocus={(event) => event.preventDefault()}
      anchor={<span className={styles.anchor} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the editor's keys from the grid */}
      <div onKeyDown={onKeyDown}>
        <Textarea
          mono={!prose}
          className={styles.area}
          aria-label={field.title}
          aria-invalid={problem ? true : undefined}
          dir="auto"
          onFocus={(event) => event.currentTarget.select()}
          value={text}
          placeholder={row[field.name] === null ? nullLabel(field) : undefined}
          onChange={(event) => {
            const next = restoreLineEnds(initial, event.target.value);
            setText(next);
            onRowChange({ ...row, [draft]: next });
          }}
        />
        <div className={styles.foot}>
          <span className={styles.note} data-problem={problem !== undefined || undefined} role="status">
            {problem ?? hintFor(field.array, prose)}
          </span>
          <Button size="sm" variant="ghost" onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button size="sm" variant="primary" disabled={problem !== undefined} onClick={save}>
            Save {!prose && <Kbd keys="mod+enter" />}
          </Button>
        </div>
      </div>
    </Popover>
  );
}

function hintFor(array: boolean, prose: boolean): string {
  if (array) return 'One value a line, or a JSON array.';
  return prose ? 'Shift Enter adds a line.' : '';
}
