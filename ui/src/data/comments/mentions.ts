/** Mentions of users in the Markdown of comments: `[@Signe](mention:ID)`. While a text is edited, they are `@Signe`. */

/** A user whom a comment can mention. */
export interface MentionedUser {
  id: string;
  name: string;
}

/** A text as the user edits it, and the users whom it can mention by `@name`. */
export interface MentionText {
  text: string;
  users: readonly MentionedUser[];
}

const mentionPattern = /\[@([^\][]{1,100})\]\(mention:([0-9a-f-]{36})\)/g;

/** The start of the link of a mention. */
const mentionProtocol = 'mention:';

/** Returns the user of a link in a comment; undefined for all other links. */
export function parseMentionLink(href: string): string | undefined {
  return href.startsWith(mentionProtocol) ? href.slice(mentionProtocol.length) : undefined;
}

/** Returns the text that the Markdown of a comment contains if it mentions a user. */
export function formatMention(userId: string): string {
  return `](${mentionProtocol}${userId})`;
}

/** Returns the name of a user as texts contain it: without the characters that end a link. */
export function formatMentionName(name: string): string {
  return name
    .replace(/[\][\n]/g, ' ')
    .trim()
    .slice(0, 100);
}

/** Returns the Markdown of an edited text. A longer name is preferred: 'Ann Lee' to 'Ann'. */
export function encodeMentions({ text, users }: MentionText): string {
  const byName = new Map(users.map(({ id, name }) => [formatMentionName(name), id]));
  const names = [...byName.keys()].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  if (names.length === 0) return text;
  const pattern = new RegExp(`@(${names.map(escapePattern).join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return text.replace(pattern, (mention, name: string, offset: number) => {
    // A link, or an email address.
    const isPartOfWord = /[\p{L}\p{N}[]/u.test(text[offset - 1] ?? '');
    return isPartOfWord ? mention : `[@${name}](${mentionProtocol}${byName.get(name)})`;
  });
}

/** Returns the text of a comment for editing. The inverse of encodeMentions. */
export function decodeMentions(markdown: string): MentionText {
  const users: MentionedUser[] = [];
  const text = markdown.replace(mentionPattern, (_, name: string, id: string) => {
    users.push({ id, name });
    return `@${name}`;
  });
  return { text, users };
}

/** Returns the text between an `@` and the cursor, if a name can follow it; undefined otherwise. */
export function findMentionSearch(
  text: string,
  cursor: number,
): { start: number; search: string } | undefined {
  const match = /(^|[\s(])@([^\s@][^@\n]{0,40}|)$/.exec(text.slice(0, cursor));
  if (!match) return undefined;
  const search = match[2] ?? '';
  // After two words, the text is hardly a name.
  return search.split(' ').length > 3 ? undefined : { start: cursor - search.length - 1, search };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
