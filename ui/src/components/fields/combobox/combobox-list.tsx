import { Command } from 'cmdk';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { Spinner } from '@/components/feedback/spinner';
import { type GetTypedAhead, useTypedAhead } from '@/components/search/lazy-search';
import { useValueChange } from '@/lib/display/use-value-change';
import { formatError } from '@/lib/errors/error-texts';
import styles from './combobox.module.css';
import type { ComboboxListProps, ComboboxOption } from './combobox.types';
import { useSearchOptions } from './use-search-options';

const messages = componentsMessages.choice;

export interface LoadedComboboxListProps extends ComboboxListProps {
  getTypedAhead: GetTypedAhead;
}

/** A searchable list of options. */
export function ComboboxList(props: LoadedComboboxListProps) {
  const { value, options, search, label, onChoose, getTypedAhead } = props;
  const typedAhead = useTypedAhead(getTypedAhead);
  const [text, setText] = useState(typedAhead.text);
  useValueChange(typedAhead, (typed) => setText(typed.text));
  const found = useSearchOptions(search, text);
  const shown = options ?? found.options;
  const [marked, setMarked] = useState(value ?? '');
  // cmdk does not mark an option that a search returns later: Enter would select nothing.
  const mark = shown.some((option) => option.value === marked) ? marked : (shown[0]?.value ?? '');
  const { onKeyDown, cancel } = useEnterDuringSearch(
    found,
    text,
    onChoose,
    typedAhead.isEntered && search !== undefined,
  );
  const onType = (next: string) => {
    setText(next);
    cancel();
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
        <ResultNote found={found} />
        {shown.map((option) => (
          <OptionItem
            key={option.value}
            option={option}
            isChosen={option.value === value}
            onSelect={() => onChoose(option)}
          />
        ))}
      </Command.List>
    </Command>
  );
}

/** Shows the error of a search, or that it found nothing. */
function ResultNote({ found }: { found: ReturnType<typeof useSearchOptions> }) {
  if (found.error === null) {
    return found.pending ? null : <Command.Empty className={styles.note}>{messages.noResults}</Command.Empty>;
  }
  return (
    <p className={styles.note} role="alert">
      {formatError(found.error).sentence}
    </p>
  );
}

/** Makes Enter during a search choose the first option of its result, and not of the previous result. */
function useEnterDuringSearch(
  found: ReturnType<typeof useSearchOptions>,
  text: string,
  onChoose: (option: ComboboxOption) => void,
  wasEntered: boolean,
) {
  const [awaited, setAwaited] = useState(wasEntered);
  useValueChange(wasEntered, setAwaited);
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
  return { onKeyDown, cancel: () => setAwaited(false) };
}

interface OptionItemProps {
  option: ComboboxOption;
  isChosen: boolean;
  onSelect: () => void;
}

/** An option of the list, with a check mark if it is the field's value. */
function OptionItem({ option, isChosen, onSelect }: OptionItemProps) {
  return (
    <Command.Item
      value={option.value}
      keywords={[option.label, option.detail ?? '']}
      onSelect={onSelect}
      className={styles.item}
    >
      {option.icon}
      <span className={styles.label}>
        <span dir="auto">{option.label}</span>
        {option.detail && <small dir="auto">{option.detail}</small>}
      </span>
      {isChosen && <Check size={14} aria-label={messages.chosen} className={styles.check} />}
    </Command.Item>
  );
}
