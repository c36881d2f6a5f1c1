import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import styles from '../editor/filter-editor.module.css';

/** The configurations that PostgreSQL brings; an address may name others. */
const configurations = [
  ...['simple', 'arabic', 'danish', 'dutch', 'english', 'finnish', 'french', 'german', 'greek', 'hungarian'],
  ...['indonesian', 'italian', 'norwegian', 'portuguese', 'romanian', 'russian', 'spanish', 'swedish'],
  'turkish',
];

export interface WordsOperandProps {
  /** The words, and the configuration by which they are understood. */
  values: readonly string[];
  autoFocus: boolean | undefined;
  onChange: (values: readonly string[]) => void;
}

/** Words to find by full-text search, and the language that they are in. */
export function WordsOperand({ values, autoFocus, onChange }: WordsOperandProps) {
  const [text = '', configuration = ''] = values;
  const known = configurations.includes(configuration) || configuration === '';
  const offered = known ? configurations : [configuration, ...configurations];
  const change = (words: string, config: string) => onChange(config === '' ? [words] : [words, config]);
  return (
    <span className={styles.words}>
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
