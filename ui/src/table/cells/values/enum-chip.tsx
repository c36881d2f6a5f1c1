import { Chip } from '@/components/marks/chip';
import { getEnumHue } from '@/data/values/formats/enum-hues';
import { getEnumLabel } from '@/data/values/formats/enum-labels';
import type { Column } from '@/lib/api.gen';

/** A value of an enum, or of a text that is a status, with its label and its color. The tooltip is the value. */
export function EnumChip({ column, value }: { column: Column; value: string }) {
  return (
    <Chip value={value} hue={getEnumHue(column, value)}>
      {value === '' ? undefined : getEnumLabel(column, value)}
    </Chip>
  );
}
