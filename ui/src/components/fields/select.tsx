import { Check, ChevronsUpDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { cx } from '@/lib/cx';
import { useFieldControl } from './field';
import styles from './select.module.css';

const messages = componentsMessages.choice;

export interface SelectOption {
  /** May be "". */
  value: string;
  label: ReactNode;
  /** What typing looks for, where label isn't text. */
  text?: string;
  disabled?: boolean;
}

export interface SelectProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  value: string | null;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** One of a few. For many, or for a search at the backend, see Combobox. */
export function Select(props: SelectProps) {
  const { value, onValueChange, options, placeholder = messages.placeholder, className, ...rest } = props;
  const { defaultOpen, onOpenChange, ...buttonProps } = rest;
  const { required, ...control } = useFieldControl();
  // The primitive refuses "" as a value, so it deals in places instead.
  const place = options.findIndex((option) => option.value === value);
  const choose = (chosen: string) => {
    const option = options[Number(chosen)];
    if (option) onValueChange(option.value);
  };
  return (
    <Radix.Root
      value={place < 0 ? '' : String(place)}
      onValueChange={choose}
      disabled={buttonProps.disabled ?? control.disabled}
      required={required}
      defaultOpen={defaultOpen}
      onOpenChange={onOpenChange}
    >
      <Radix.Trigger className={cx(styles.trigger, className)} {...control} {...buttonProps}>
        <span className={styles.value}>
          <Radix.Value placeholder={placeholder}>{options[place]?.label}</Radix.Value>
        </span>
        <ChevronsUpDown size={14} aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.content} position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport className={styles.viewport}>
            {options.map((option, i) => (
              <Radix.Item
                key={option.value}
                value={String(i)}
                textValue={option.text}
                disabled={option.disabled}
                className={styles.item}
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className={styles.indicator}>
                  <Check size={14} aria-hidden />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
