import type { Column } from '@/lib/api.gen';
import { getLocale } from '@/lib/browser/zone/locale';
import { valuesMessages } from '../values-messages';
import {
  describeDefault,
  evaluateExpression,
  isCurrentTime,
  sumPattern,
  unwrapExpression,
} from './describe-default';

const messages = valuesMessages.defaults;

export interface DefaultRule {
  /** The rule that computes the value: 'today + 7 days', 'now + 2 hours'. */
  rule: string;
  /** The value that it has now: 'November 29' in the locale en-US; with the time for a timestamp. */
  value: string;
}

/**
 * Describes the default of a date that is computed from the current day, and of a timestamp that is computed from the
 * current time. Undefined for other columns and expressions, also for the current time itself: `describeDefault` names it.
 * Assumes that the database's time zone is UTC, as `describeDefault` does.
 */
export function describeDefaultRule(column: Column, now = new Date()): DefaultRule | undefined {
  if (column.default === null || column.array) return undefined;
  const isDate = column.kind === 'date';
  if (!isDate && column.kind !== 'timestamp' && column.kind !== 'timestamptz') return undefined;
  const moment = evaluateExpression(column.default, now);
  const rule = formatRule(column.default, isDate);
  if (!moment || rule === undefined) return undefined;
  if (!isDate) {
    return rule === messages.currentTime ? undefined : { rule, value: describeDefault(column, now) };
  }
  const isThisYear = moment.getUTCFullYear() === now.getUTCFullYear();
  const format = new Intl.DateTimeFormat(getLocale(), {
    ...{ day: 'numeric', month: 'long', timeZone: 'UTC' },
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  return { rule, value: format.format(moment) };
}

function formatRule(expression: string, isDate: boolean): string | undefined {
  const { inner, casts } = unwrapExpression(expression);
  const sum = sumPattern.exec(inner);
  if (sum) return formatSum(sum, isDate);
  if (/^current_date$/i.test(inner)) return messages.today;
  if (!isCurrentTime(inner)) return undefined;
  // A date has no time, so the current time is the current day.
  return isDate || casts.includes('date') ? messages.today : messages.currentTime;
}

function formatSum(
  [, start = '', sign = '', amount = '']: RegExpExecArray,
  isDate: boolean,
): string | undefined {
  const rule = formatRule(start, isDate);
  if (rule === undefined) return undefined;
  if (/^\d+$/.test(amount)) return messages.sum(rule, sign, messages.days(Number(amount)));
  const interval = formatHours(amount.split("'")[1] ?? '').replace(/\bmon(s?)\b/g, 'month$1');
  // An interval that subtracts, or with a time, would need more words.
  return /^\d+ [a-z]+$/.test(interval) ? messages.sum(rule, sign, interval) : undefined;
}

/** Writes an interval of whole hours as PostgreSQL writes days: '2 hours'. Other intervals are unchanged. */
function formatHours(interval: string): string {
  const hours = /^(\d+):00:00$/.exec(interval)?.[1];
  return hours === undefined ? interval : messages.hours(Number(hours));
}
