import { Command } from 'cmdk';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { IconButton } from '@/components/controls/icon-button';
import { Spinner } from '@/components/feedback/spinner';
import { Popover } from '@/components/overlays/popover';
import { cx } from '@/lib/cx';
import { errorText } from '@/lib/errors/error-texts';
import styles from './combobox.module.css';
import { useFieldControl } from './field';
import { useSearchOptions } from './use-search-options';

const messages = componentsMessages.choice;

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line, to distinguish options with the same label. */
  detail?: string;
  icon?: ReactNode;
}

export interface ComboboxProps extends Omit<ComponentProps<'button'>, 'value' | 'onSelect'> {
  value: string | null;
  /** The label of the value, because the value can be missing in the options. */
  valueLabel?: ReactNode;
  /** Called with null if the user clears the value. */
  onValueChange: (value: string | null, option: ComboboxOption | null) => void;
  /** A fixed list, which is searched in the browser. */
  options?: readonly ComboboxOption[];
  /** A search in the backend, in place of `options`. It is called for each entered text, at first "". The function must be stable between renders. */
  search?: (text: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>;
  placeholder?: string;
  searchLabel?: string;
  clearable?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** Selects one of many options by typing. */
export function Combobox(props: ComboboxProps) {
  const {
    value,
    valueLabel,
    onValueChange,
    options,
    search,
    placeholder = messages.placeholder,
    ...rest
  } = props;
  const { searchLabel = messages.search, clearable = false, className, defaultOpen = false, ...more } = rest;
  const { onOpenChange, ...buttonProps } = more;
  const [open, setOpen] = useState(defaultOpen);
  const { required: _, ...control } = useFieldControl();
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const choose = (option: ComboboxOption | null) => {
    onValueChange(option?.value ?? null, option);
    change(false);
  };
  const shown = valueLabel ?? options?.find((option) => option.value === value)?.label ?? value;
  return (
    <span className={cx(styles.frame, className)}>
      <Popover
        flush
        open={open}
        onOpenChange={change}
        className={styles.popover}
        trigger={
          <button
            type="button"
            role="combobox"
            aria-expanded={open}
            aria-haspopup="listbox"
            className={styles.trigger}
            data-placeholder={value === null || undefined}
            {...control}
            {...buttonProps}
          >
            <span className={styles.value}>{value === null ? placeholder : shown}</span>
            <ChevronsUpDown size={14} aria-hidden />
          </button>
        }
      >
        <ComboboxList value={value} options={options} search={search} label={searchLabel} onChoose={choose} />
      </Popover>
      {clearable && value !== null && !(buttonProps.disabled ?? control.disabled) && (
        <IconButton
          size="sm"
          label={messages.clear}
          icon={<X aria-hidden />}
          className={styles.clear}
          onClick={() => choose(null)}
        />
      )}
    </span>
  );
}

export interface ComboboxListProps extends Pick<ComboboxProps, 'value' | 'options' | 'search'> {
  label: string;
  onChoose: (option: ComboboxOption) => void;
}

/** The searchable list of a Combobox, for another popover. */
export function ComboboxList({ value, options, search, label, onChoose }: ComboboxListProps) {
  const [text, setText] = useState('');
  const found = useSearchOptions(search, text);
  const shown = options ?? found.options;
  const [marked, setMarked] = useState(value ?? '');
  // cmdk does not mark an option that a search returns later: Enter would select nothing.
  const mark = shown.some((option) => option.value === marked) ? marked : (shown[0]?.value ?? '');
  // Enter during a search selects from its result, and not from the previous one.
  const [awaited, setAwaited] = useState(false);
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
        <Command.Input value={text} onValueChange={onType} placeholder={label} autoFocus />
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
