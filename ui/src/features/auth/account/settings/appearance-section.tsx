import { useMemo } from 'react';
import { Combobox } from '@/components/fields/combobox/combobox';
import { ZoneSelect } from '@/components/fields/combobox/zone-select';
import { Field } from '@/components/fields/field';
import { setTheme, themes } from '@/lib/browser/theme/theme';
import { themeLabels } from '@/lib/browser/theme/theme-messages';
import { useTheme } from '@/lib/browser/theme/use-theme';
import { getChosenLocale, getLocale, listLocales, setLocale } from '@/lib/browser/zone/locale';
import { formatCount, formatDateTime } from '@/lib/text/format';
import { accountMessages } from '../account-messages';
import { AccountSection } from '../account-section';
import styles from './appearance-section.module.css';

const messages = accountMessages.appearance;

/** This device's theme, time zone and formats. */
export function AppearanceSection() {
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      <ThemeField />
      <Field label={messages.timeZone} help={messages.timeZoneHelp} className={styles.field}>
        <ZoneSelect />
      </Field>
      <FormatsField />
    </AccountSection>
  );
}

function ThemeField() {
  const theme = useTheme();
  return (
    <fieldset className={styles.themes}>
      <legend>{messages.theme}</legend>
      {themes.map((name) => (
        <label key={name} className={styles.theme}>
          <input type="radio" name="theme" checked={theme === name} onChange={() => setTheme(name)} />
          {themeLabels[name]}
        </label>
      ))}
    </fieldset>
  );
}

/** The value of the option for the formats of the browser. No locale has this name. */
const browserOption = 'browser';

const exampleNumber = 1_234_567;

function FormatsField() {
  const chosen = getChosenLocale();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(undefined, { type: 'language' });
    const locales = listLocales().map((tag) => ({ value: tag, label: names.of(tag) ?? tag, detail: tag }));
    return [
      { value: browserOption, label: messages.systemFormats(names.of(navigator.language) ?? '') },
      ...locales.toSorted((a, b) => a.label.localeCompare(b.label)),
    ];
  }, []);
  const example = `${formatDateTime(new Date())} · ${formatCount(exampleNumber)}`;
  return (
    <Field label={messages.formats} help={messages.formatsHelp(example)} className={styles.field}>
      <Combobox
        value={chosen ?? browserOption}
        options={options}
        searchLabel={messages.searchFormats}
        lang={getLocale()}
        onValueChange={(value) => {
          setLocale(value === browserOption ? null : value);
          // Formatters are created once, when the code is loaded.
          window.location.reload();
        }}
      />
    </Field>
  );
}
