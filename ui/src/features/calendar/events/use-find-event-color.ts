import { use } from 'react';
import type { ColorRule } from '@/data/query/colors/color-rules';
import type { Row } from '@/data/rows/row';
import { getEnumHue } from '@/data/values/formats/enum-hues';
import type { Column } from '@/lib/api.gen';
import { ColorRulesContext, getCardRule } from '@/table/colors/color-rules-context';
import { useCalendarContext } from '../calendar-context';

/** The color of an event, as attributes of its element. */
export interface EventColor {
  'data-rule'?: ColorRule['color'];
  'data-hue'?: number | undefined;
  /** The view has rules, of which none colors the event. */
  'data-uncolored'?: true;
}

/**
 * Returns the function that finds the color of an event: by the rules of the view, so that the legend explains every color;
 * without rules, by the row's enum value.
 */
export function useFindEventColor(): (row: Row) => EventColor {
  const findColors = use(ColorRulesContext);
  const { colorColumn } = useCalendarContext();
  return (row) => {
    if (!findColors) return { 'data-hue': getEventHue(colorColumn, row) };
    const rule = getCardRule(findColors(row));
    return rule ? { 'data-rule': rule.color } : { 'data-uncolored': true };
  };
}

/** Returns the hue of the row's enum value. Undefined without an enum column. */
function getEventHue(column: Column | undefined, row: Row): number | undefined {
  const value = column && row[column.name];
  return column && typeof value === 'string' && value !== '' ? getEnumHue(column, value) : undefined;
}
