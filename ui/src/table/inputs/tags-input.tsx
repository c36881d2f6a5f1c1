import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useFieldControl } from '@/components/fields/field';
import type { Column } from '@/lib/api.gen';
import { isComposing } from '@/lib/browser/keyboard/keyboard';
import { tableMessages } from '@/table/table-messages';
import styles from './field-input.module.css';
import { parseTags } from './parse-tags';

const messages = tableMessages.inputs;

export interface TagsInputProps {
  column: Column;
  items: readonly (string | null)[];
  onChange: (items: readonly (string | null)[]) => void;
  placeholder?: string;
}

/**
 * The items of an array as tags. Enter adds the typed text, Backspace in the empty input removes the last tag, and a
 * pasted list adds its items.
 */
export function TagsInput({ column, items, onChange, placeholder }: TagsInputProps) {
  const { required: _, ...control } = useFieldControl();
  const [text, setText] = useState('');
  const add = () => {
    const added = parseTags(column, text);
    if (added.length === 0) return;
    onChange([...items, ...added]);
    setText('');
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain');
    const added = parseTags(column, pasted);
    if (text !== '' || added.length === 0 || (added.length === 1 && added[0] === pasted)) return;
    event.preventDefault();
    onChange([...items, ...added]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isComposing(event.nativeEvent) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && text === '' && items.length > 0) {
      onChange(items.slice(0, -1));
    }
  };
  return (
    <span className={styles.tags}>
      {items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their position
        <span key={i} className={styles.tag}>
          <span dir="auto">{item ?? messages.null}</span>
          <button
            type="button"
            aria-label={messages.removeTag(item ?? messages.null)}
            disabled={control.disabled}
            onClick={() => onChange(items.filter((_, index) => index !== i))}
          >
            <X size={11} aria-hidden />
          </button>
        </span>
      ))}
      <input
        {...control}
        dir="auto"
        value={text}
        placeholder={items.length === 0 ? (placeholder ?? messages.tagsHint) : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={add}
      />
    </span>
  );
}
