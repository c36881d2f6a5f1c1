/**
 * The locale of dates, numbers and the first day of the week: the user's choice in
 * this browser, else the browser's. Locales are BCP 47 tags, e.g. 'en-GB'.
 */
const storageKey = 'tableside.locale';

/** Common locales, besides those of the browser. Each formats dates or numbers differently. */
const commonLocales = [
  'ar-EG',
  'bn-BD',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-US',
  'en-ZA',
  'es-AR',
  'es-ES',
  'es-MX',
  'et-EE',
  'fi-FI',
  'fr-BE',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'he-IL',
  'hi-IN',
  'hr-HR',
  'hu-HU',
  'id-ID',
  'is-IS',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'lt-LT',
  'lv-LV',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sk-SK',
  'sl-SI',
  'sv-SE',
  'th-TH',
  'tr-TR',
  'uk-UA',
  'vi-VN',
  'zh-CN',
  'zh-TW',
];

let chosenLocale: string | null | undefined;

/** Returns the locale for Intl; undefined for the browser's. */
export function getLocale(): string | undefined {
  return getChosenLocale() ?? undefined;
}

/** Returns the user's choice; null if there is none, storage is blocked, or the browser doesn't know the locale. */
export function getChosenLocale(): string | null {
  if (chosenLocale === undefined) chosenLocale = readStoredLocale();
  return chosenLocale;
}

/** Stores the user's choice; null for the browser's locale. It takes effect when the page is loaded again. */
export function setLocale(locale: string | null): void {
  try {
    if (locale === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, locale);
  } catch {
    // A closed storage only means that there is no choice.
  }
}

/** Sets the locale without storing it, for a worker, which has no storage. */
export function applyLocale(locale: string | null): void {
  chosenLocale = locale;
}

/** Runs a function, such as one that parses a text, in another locale than the user's; null for the browser's. */
export function runInLocale<Result>(locale: string | null, run: () => Result): Result {
  const current = getChosenLocale();
  chosenLocale = locale;
  try {
    return run();
  } finally {
    chosenLocale = current;
  }
}

/** Returns the locales that the user can choose. */
export function listLocales(): readonly string[] {
  const own = navigator.languages.filter((tag) => Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0);
  return [...new Set([...own, ...commonLocales])];
}

function readStoredLocale(): string | null {
  try {
    const locale = localStorage.getItem(storageKey);
    // Throws for a tag that isn't valid.
    return locale !== null && Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0 ? locale : null;
  } catch {
    return null;
  }
}
