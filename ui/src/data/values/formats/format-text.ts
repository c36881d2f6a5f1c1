import { getLocale } from '@/lib/browser/zone/locale';

let countryNames: Intl.DisplayNames | undefined;

/** Returns the name of a country in the user's locale by its two-letter code; undefined for other texts. */
export function findCountryName(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  countryNames ??= new Intl.DisplayNames(getLocale(), { type: 'region', fallback: 'none' });
  return countryNames.of(code);
}

/** Returns a CSS color if a text is one in hexadecimal digits: '#1f9d55', '#abc'. */
export function parseHexColor(text: string): string | undefined {
  return /^#([\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i.test(text) ? text : undefined;
}
