import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useFieldControl } from '@/components/fields/field';
import { isComposing } from '@/lib/browser/keyboard';
import styles from './field-input.module.css';

export interface TagsInputProps {
  items: readonly (string | null)[];
  onChange: (items: readonly (string | null)[]) => void;
  placeholder?: string;
}

/** An array's items as tags: Enter adds what was typed, Backspace in the empty field takes the last away. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
        <span key={i} className={styles.tag}>
          <span dir="auto">{item ?? 'NULL'}</span>
          <button
            type="button"
            aria-label={`Remove ${item ?? 'NULL'}`}
            disabled={control.disabled}
            onClick={() => onChange(items.filter((_, at) => at !== i))}
          >
            <X size={11} aria-hidden />
          </button>
        </span>
      ))}
      <input
        {...control}
        dir="auto"
        value={text}
        placeholder={items.length === 0 ? (placeholder ?? 'Type and press Enter') : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
    </span>
  );
}
