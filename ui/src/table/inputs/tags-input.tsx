import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useFieldControl } from '@/components/fields/field';
import { isComposing } from '@/lib/browser/keyboard/keyboard';
import { tableMessages } from '@/table/table-messages';
import styles from './field-input.module.css';

const messages = tableMessages.inputs;

export interface TagsInputProps {
  items: readonly (string | null)[];
  onChange: (items: readonly (string | null)[]) => void;
  placeholder?: string;
}

/** The items of an array as tags. Enter adds the typed text; Backspace in the empty input removes the last tag. */
export function TagsInput({ items, onChange, placeholder }: TagsInputProps) {
  const { required: _, ...control } = useFieldControl();
  const [text, setText] = useState('');
  const add = () => {
    if (text === '') return;
    onChange([...items, text]);
    setText('');
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
        onBlur={add}
      />
    </span>
  );
}
