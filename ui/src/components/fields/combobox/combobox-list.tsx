import { Command } from 'cmdk';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { Spinner } from '@/components/feedback/spinner';
import type { GetTypedAhead } from '@/components/search/lazy-search';
import { errorText } from '@/lib/errors/error-texts';
import styles from './combobox.module.css';
import type { ComboboxListProps } from './combobox.types';
import { useSearchOptions } from './use-search-options';

const messages = componentsMessages.choice;

export interface LoadedComboboxListProps extends ComboboxListProps {
  getTypedAhead: GetTypedAhead;
}

/** A searchable list of options. */
export function ComboboxList(props: LoadedComboboxListProps) {
  const { value, options, search, label, onChoose, getTypedAhead } = props;
  const [typedAhead] = useState(getTypedAhead);
  const [text, setText] = useState(typedAhead.text);
  const found = useSearchOptions(search, text);
  const shown = options ?? found.options;
  const [marked, setMarked] = useState(value ?? '');
  // cmdk does not mark an option that a search returns later: Enter would select nothing.
  const mark = shown.some((option) => option.value === marked) ? marked : (shown[0]?.value ?? '');
  // Enter during a search selects from its result, and not from the previous one.
  const [awaited, setAwaited] = useState(typedAhead.isEntered && search !== undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !found.pending) return;
    event.preventDefault();
    setAwaited(text !== '');
  };
  useEffect(() => {
    if (!awaited || found.pending) return;
    setAwaited(false);
    if (found.options[0]) onChoose(found.options[0]);
  }, [awaited, found, onChoose]);
  const onType = (next: string) => {
    setText(next);
    setAwaited(false);
    if (search) setMarked('');
  };
  return (
    <Command
      onKeyDown={onKeyDown}
      shouldFilter={search === undefined}
      label={label}
      className={styles.command}
      value={mark}
      onValueChange={setMarked}
      loop
    >
      <div className={styles.search}>
        <Command.Input
          value={text}
          onValueChange={onType}
          placeholder={label}
          autoFocus={typedAhead.takesFocus}
        />
        {found.pending && <Spinner size={14} label={messages.searching} />}
      </div>
      <Command.List className={styles.list} aria-busy={found.pending}>
        {found.error !== null ? (
          <p className={styles.note} role="alert">
            {errorText(found.error).sentence}
          </p>
        ) : (
          !found.pending && <Command.Empty className={styles.note}>{messages.noResults}</Command.Empty>
        )}
        {shown.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            keywords={[option.label, option.detail ?? '']}
            onSelect={() => onChoose(option)}
            className={styles.item}
          >
            {option.icon}
            <span className={styles.label}>
              <span dir="auto">{option.label}</span>
              {option.detail && <small dir="auto">{option.detail}</small>}
            </span>
            {option.value === value && (
              <Check size={14} aria-label={messages.chosen} className={styles.check} />
            )}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
