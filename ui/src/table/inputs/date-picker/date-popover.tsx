import { type ReactElement, useState } from 'react';
import { Popover } from '@/components/overlays/popover';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { tableMessages } from '@/table/table-messages';
import type { DatePickerProps } from './date-picker';

const DatePicker = lazyComponent<DatePickerProps>(async () => (await import('./date-picker')).DatePicker);

export interface DatePopoverProps extends Omit<DatePickerProps, 'onClose'> {
  /** The button that opens the picker. It must accept a ref and props. */
  trigger: ReactElement;
}

/** A button that opens a date picker. The focus moves to the selected day, and back to the button. */
export function DatePopover({ trigger, ...picker }: DatePopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
      aria-label={tableMessages.inputs.chooseDay}
      onOpenAutoFocus={(event) => event.preventDefault()}
    >
      <DatePicker {...picker} onClose={() => setOpen(false)} />
    </Popover>
  );
}
