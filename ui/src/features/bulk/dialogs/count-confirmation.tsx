import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { bulkMessages } from '../bulk-messages';
import type { TypedCount } from './use-count-confirmation';

/** A field for the count of the rows, to prevent accidental changes of many rows. Renders nothing if it is not required. */
export function CountConfirmation({ isRequired, count, text, setText }: TypedCount) {
  if (!isRequired) return null;
  return (
    <Field label={bulkMessages.confirmation.typeCount(count)}>
      <Input
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  );
}
