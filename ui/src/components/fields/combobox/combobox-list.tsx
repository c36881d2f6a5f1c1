import { Command, defaultFilter } from 'cmdk';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
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
  const { onKeyDown, cancel } = useEnterDuringSearch({
    isPending: found.pending,
    text,
    findFirst: () => (options ? findFirstMatch(options, text) : found.options[0]),
    onChoose,
    wasEntered: typedAhead.isEntered,
  });
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

/** Returns the option that cmdk lists first for a text; undefined if there is none, or no text. */
function findFirstMatch(options: readonly ComboboxOption[], text: string): ComboboxOption | undefined {
  const term = text.trim();
  if (term === '') return undefined;
  const scored = options.map((option) => ({
    option,
    score: defaultFilter(option.value, term, listKeywords(option)) ?? 0,
  }));
  return scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)[0]?.option;
}

/** Returns the texts of an option by which it is found. */
const listKeywords = ({ label, detail }: ComboboxOption) => [label, detail ?? ''];

interface EnterDuringSearchOptions {
  isPending: boolean;
  text: string;
  /** Returns the first option of the result. */
  findFirst: () => ComboboxOption | undefined;
  onChoose: (option: ComboboxOption) => void;
  /** Whether the user pressed Enter before the code was loaded. */
  wasEntered: boolean;
}

/** Makes Enter during a search, or before the code was loaded, choose the first option of the result. */
function useEnterDuringSearch({
  isPending,
  text,
  findFirst,
  onChoose,
  wasEntered,
}: EnterDuringSearchOptions) {
  const [isAwaited, setAwaited] = useState(wasEntered);
  useValueChange(wasEntered, setAwaited);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isPending) return;
    event.preventDefault();
    setAwaited(text !== '');
  };
  const chooseFirst = useEffectEvent(() => {
    const first = findFirst();
    if (first) onChoose(first);
  });
  useEffect(() => {
    if (!isAwaited || isPending) return;
    setAwaited(false);
    chooseFirst();
  }, [isAwaited, isPending]);
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
      keywords={listKeywords(option)}
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
