import { expect, test } from 'vitest';
import { transliterate } from './transliterate';

test.each([
  ['Łódź żółć', 'Lodz zolc'],
  ['Ærøskøbing', 'Aeroskobing'],
  ['Straße', 'Strasse'],
  ['İstanbul ığdır', 'Istanbul igdir'],
  ['Þórður', 'Thordur'],
  ['Киев, Щука', 'Kiev, Shchuka'],
  ['Ελλάδα', 'Ellada'],
  ['ﬁle №1', 'file No1'],
  ['a_b-c.PDF', 'a_b-c.PDF'],
  ['日本☕', '日本☕'],
])('%s becomes %s', (text, latin) => {
  expect(transliterate(text)).toBe(latin);
});
