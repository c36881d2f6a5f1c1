import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import styles from '../editor/filter-editor.module.css';
import { filtersMessages } from '../filters-messages';

const messages = filtersMessages.operand;

/** The text search configurations of PostgreSQL. An address can name others. */
const textSearchConfigurations = [
  ...['simple', 'arabic', 'danish', 'dutch', 'english', 'finnish', 'french', 'german', 'greek', 'hungarian'],
  ...['indonesian', 'italian', 'norwegian', 'portuguese', 'romanian', 'russian', 'spanish', 'swedish'],
  'turkish',
];

export interface TextSearchOperandProps {
  /** The words, and the text search configuration if it is not the default. */
  values: readonly string[];
  autoFocus: boolean | undefined;
  onChange: (values: readonly string[]) => void;
}

/** Edits the words of a full-text search and their language. */
export function TextSearchOperand({ values, autoFocus, onChange }: TextSearchOperandProps) {
  const [text = '', configuration = ''] = values;
  const known = textSearchConfigurations.includes(configuration) || configuration === '';
  const offered = known ? textSearchConfigurations : [configuration, ...textSearchConfigurations];
  const change = (words: string, config: string) => onChange(config === '' ? [words] : [words, config]);
  return (
    <span className={styles.textSearch}>
      <Input
        autoFocus={autoFocus}
        placeholder={messages.searchPlaceholder}
        value={text}
        onChange={(event) => change(event.target.value, configuration)}
      />
      <Select
        id={undefined}
        aria-label={messages.searchLanguage}
        value={configuration}
        onValueChange={(next) => change(text, next)}
        options={[
          { value: '', label: messages.databaseLanguage },
          ...offered.map((name) => ({ value: name, label: name })),
        ]}
      />
    </span>
  );
}
