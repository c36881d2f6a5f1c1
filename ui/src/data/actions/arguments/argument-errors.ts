import type { ApiError } from '@/lib/api';
import type { ActionArgument } from '@/lib/api.gen';

/** Minimum length of a name or title that is searched in texts, in characters. Shorter ones are common words and letters. */
const minNameLength = 3;

/** Returns the arguments that an error names: by its columns; otherwise by their names in its texts; otherwise by their titles in its message, case-insensitively. */
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

/** Whether a text contains a word (case-sensitive) that no letter, digit or underscore precedes or follows. Quotes around it are allowed. */
function containsWord(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'u').test(text);
}
