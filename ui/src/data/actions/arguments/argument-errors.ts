import type { ApiError } from '@/lib/api';
import type { ActionArgument } from '@/lib/api.gen';

/** Names of arguments that are shorter are common words and letters. */
const minNameLength = 3;

/** Returns the arguments that an error names: by its column, or by their names or else their titles in its texts. */
export function findErrorArguments(
  args: readonly ActionArgument[],
  { columns, message, details, hint }: ApiError,
): readonly ActionArgument[] {
  const named = args.filter(({ name }) => columns.includes(name));
  if (named.length > 0) return named;
  const text = [message, details, hint].join('\n');
  const byName = args.filter(({ name }) => name.length >= minNameLength && containsWord(text, name));
  if (byName.length > 0) return byName;
  const words = message.toLocaleLowerCase();
  return args.filter(
    ({ title }) => title.length >= minNameLength && containsWord(words, title.toLocaleLowerCase()),
  );
}

/** Whether a text contains a name as a whole word, with or without quotes. */
function containsWord(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'u').test(text);
}
