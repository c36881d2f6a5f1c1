import { Check, ChevronsUpDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { cx } from '@/lib/text/cx';
import { useFieldControl } from './field';
import styles from './select.module.css';

const messages = componentsMessages.choice;

export interface SelectOption {
  /** Can be "". */
  value: string;
  label: ReactNode;
  /** The text for typeahead, if `label` is not text. */
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

/** Selects one of a few options. For many options, or a search in the backend, use Combobox. */
export function Select(props: SelectProps) {
  const { value, onValueChange, options, placeholder = messages.placeholder, className, ...rest } = props;
  const { defaultOpen, onOpenChange, ...buttonProps } = rest;
  const { required, ...control } = useFieldControl();
  // Radix does not allow "" as a value, so its values are the indexes of the options.
  const selectedIndex = options.findIndex((option) => option.value === value);
  const choose = (chosen: string) => {
    const option = options[Number(chosen)];
    if (option) onValueChange(option.value);
  };
  return (
    <Radix.Root
      value={selectedIndex < 0 ? '' : String(selectedIndex)}
      onValueChange={choose}
      disabled={buttonProps.disabled ?? control.disabled}
      required={required}
      defaultOpen={defaultOpen}
      onOpenChange={onOpenChange}
    >
      <Radix.Trigger className={cx(styles.trigger, className)} {...control} {...buttonProps}>
        <span className={styles.value}>
          <Radix.Value placeholder={placeholder}>{options[selectedIndex]?.label}</Radix.Value>
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
