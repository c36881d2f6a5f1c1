import { expect, test } from 'vitest';
import { decodeMentions, encodeMentions, findMentionSearch } from './mentions';

const ann = { id: '00000000-0000-4000-8000-000000000001', name: 'Ann' };
const annLee = { id: '00000000-0000-4000-8000-000000000002', name: 'Ann Lee' };
const odd = { id: '00000000-0000-4000-8000-000000000003', name: 'Ø. [x] (y) $1' };

test('the names of a text become links, and the text is the same when it is edited again', () => {
  const edited = { text: 'Hi @Ann Lee and @Ann, @Anna. x@Ann [@Ann]', users: [ann, annLee] };
  const markdown = encodeMentions(edited);
  expect(markdown).toBe(
    `Hi [@Ann Lee](mention:${annLee.id}) and [@Ann](mention:${ann.id}), @Anna. x@Ann [@Ann]`,
  );
  expect(decodeMentions(markdown)).toEqual({ text: edited.text, users: [annLee, ann] });
});

test('a name with special characters cannot break out of its link', () => {
  const markdown = encodeMentions({ text: '@Ø.  x  (y) $1!', users: [odd] });
  expect(markdown).toBe(`[@Ø.  x  (y) $1](mention:${odd.id})!`);
  expect(decodeMentions(markdown).text).toBe('@Ø.  x  (y) $1!');
  expect(encodeMentions({ text: '@', users: [{ id: ann.id, name: '][' }] })).toBe('@');
});

test('the search for a name starts after an @ at the start of a word', () => {
  const search = (text: string) => findMentionSearch(text, text.length)?.search;
  expect(search('@')).toBe('');
  expect(search('Hi @Ann L')).toBe('Ann L');
  expect(search('(@an')).toBe('an');
  expect(search('mail@ann')).toBeUndefined();
  expect(search('@Ann came in late today')).toBeUndefined();
  expect(search('@Ann\n')).toBeUndefined();
  expect(findMentionSearch('Hi @An more', 6)).toEqual({ start: 3, search: 'An' });
});
