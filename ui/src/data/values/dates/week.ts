import { getLocale } from '@/lib/browser/zone/locale';

/** Returns the first weekday of the user's locale; 0 is Sunday. */
export function getFirstWeekday(locale = getLocale() ?? navigator.language): number {
  const known = parseLocale(locale);
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) % 7;
}

interface WeekLocale extends Intl.Locale {
  weekInfo?: { firstDay: number };
  getWeekInfo?: () => { firstDay: number };
}

/** Parses a language tag. WebKit on Linux returns the invalid language "C" if the system has no locale. */
function parseLocale(tag: string): WeekLocale {
  try {
    return new Intl.Locale(tag);
  } catch {
    return new Intl.Locale('und-001');
  }
}
