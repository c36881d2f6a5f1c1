import { ChevronsUpDown, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { IconButton } from '@/components/controls/icon-button';
import { Popover } from '@/components/overlays/popover';
import { LazySearch } from '@/components/search/lazy-search';
import { type LazyComponent, preloadable, preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import { LoadBoundary } from '@/lib/browser/loading/load-boundary';
import { prefetchWhenIdle } from '@/lib/browser/loading/prefetch';
import { cx } from '@/lib/text/cx';
import { useFieldControl } from '../field';
import styles from './combobox.module.css';
import type { ComboboxListProps, ComboboxOption } from './combobox.types';
import type { LoadedComboboxListProps } from './combobox-list';

const messages = componentsMessages.choice;

export interface ComboboxProps
  extends Omit<ComponentProps<'button'>, 'value' | 'onSelect'>,
    Pick<ComboboxListProps, 'value' | 'options' | 'search'> {
  /** The label of the value, because the value can be missing in the options. */
  valueLabel?: ReactNode;
  /** Called with null if the user clears the value. */
  onValueChange: (value: string | null, option: ComboboxOption | null) => void;
  placeholder?: string;
  searchLabel?: string;
  clearable?: boolean;
  defaultOpen?: boolean;
  /** Shows other options in place of choosing an option, and returns whether it did. */
  openOption?: (option: ComboboxOption) => boolean;
  /** Changes when `openOption` has shown other options. */
  listKey?: string;
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
  const { onOpenChange, openOption, listKey, ...buttonProps } = more;
  const [open, setOpen] = useState(defaultOpen);
  const { required: _, ...control } = useFieldControl();
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const choose = (option: ComboboxOption | null) => {
    if (option && openOption?.(option)) return;
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
            {...preloadOnIntent(ComboboxList)}
            {...control}
            {...buttonProps}
          >
            <span className={styles.value}>{value === null ? placeholder : shown}</span>
            <ChevronsUpDown size={14} aria-hidden />
          </button>
        }
      >
        <ComboboxList key={listKey} {...{ value, options, search }} label={searchLabel} onChoose={choose} />
      </Popover>
      {clearable && value !== null && !(buttonProps.disabled ?? control.disabled) && (
        <ClearButton onClick={() => choose(null)} />
      )}
    </span>
  );
}

function ClearButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      size="sm"
      label={messages.clear}
      icon={<X aria-hidden />}
      className={styles.clear}
      onClick={onClick}
    />
  );
}

const LoadedList = preloadable<LoadedComboboxListProps>(
  async () => (await import('./combobox-list')).ComboboxList,
);
prefetchWhenIdle(LoadedList.preload);

/** The searchable list of a Combobox, for another popover. Its code is loaded when the browser is idle, or on demand. */
export const ComboboxList: LazyComponent<ComboboxListProps> = Object.assign(
  (props: ComboboxListProps) => (
    <LoadBoundary onRetry={LoadedList.retry} onClose={undefined}>
      <LazySearch label={props.label}>
        {(getTypedAhead) => <LoadedList {...props} getTypedAhead={getTypedAhead} />}
      </LazySearch>
    </LoadBoundary>
  ),
  { preload: LoadedList.preload },
);
