import { Checkbox } from '@/components/controls/checkbox';
import { Input } from '@/components/fields/input';
import styles from '../bulk.module.css';
import { bulkMessages } from '../bulk-messages';
import type { Replacement } from './bulk-calculations';
import { emptyReplacement } from './bulk-edit.utils';

const messages = bulkMessages.field;

export interface ReplaceInputsProps {
  value: Replacement | undefined;
  onChange: (value: Replacement) => void;
}

/** The text to find, its replacement, and whether case must match. */
export function ReplaceInputs({ value = emptyReplacement, onChange }: ReplaceInputsProps) {
  return (
    <span className={styles.replace}>
      <Input
        dir="auto"
        autoComplete="off"
        placeholder={messages.find}
        value={value.search}
        onChange={(event) => onChange({ ...value, search: event.target.value })}
      />
      <Input
        dir="auto"
        autoComplete="off"
        id={undefined}
        aria-label={messages.replaceWith}
        placeholder={messages.replaceWith}
        value={value.replacement}
        onChange={(event) => onChange({ ...value, replacement: event.target.value })}
      />
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control */}
      <label className={styles.matchCase}>
        <Checkbox
          id={undefined}
          checked={value.matchesCase}
          onCheckedChange={(checked) => onChange({ ...value, matchesCase: checked === true })}
        />
        {messages.matchCase}
      </label>
    </span>
  );
}
