import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import styles from '../editor/filter-editor.module.css';

/** The configurations that PostgreSQL brings; an address may name others. */
const textSearchConfigurations = [
  ...['simple', 'arabic', 'danish', 'dutch', 'english', 'finnish', 'french', 'german', 'greek', 'hungarian'],
  ...['indonesian', 'italian', 'norwegian', 'portuguese', 'romanian', 'russian', 'spanish', 'swedish'],
  'turkish',
];

export interface TextSearchOperandProps {
  /** The words, and the configuration by which they are understood. */
  values: readonly string[];
  autoFocus: boolean | undefined;
  onChange: (values: readonly string[]) => void;
}

/** Words to find by full-text search, and the language that they are in. */
export function TextSearchOperand({ values, autoFocus, onChange }: TextSearchOperandProps) {
  const [text = '', configuration = ''] = values;
  const known = textSearchConfigurations.includes(configuration) || configuration === '';
  const offered = known ? textSearchConfigurations : [configuration, ...textSearchConfigurations];
  const change = (words: string, config: string) => onChange(config === '' ? [words] : [words, config]);
  return (
    <span className={styles.textSearch}>
      <Input
        autoFocus={autoFocus}
        placeholder="Words, “a phrase”, -without"
        value={text}
        onChange={(event) => change(event.target.value, configuration)}
      />
      <Select
        id={undefined}
        aria-label="Language of the words"
        value={configuration}
        onValueChange={(next) => change(text, next)}
        options={[
          { value: '', label: 'The database’s language' },
          ...offered.map((name) => ({ value: name, label: name })),
        ]}
      />
    </span>
  );
}
