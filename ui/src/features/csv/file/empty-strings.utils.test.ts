import { describe, expect, it } from 'vitest';
import { emptyStringMarker, hasUnquotedCells, markEmptyStrings } from './empty-strings.utils';

describe('markEmptyStrings', () => {
  it.each([
    ['a,"",b', 'a,0,b'],
    ['"",""\r\n"",', '0,0\r\n0,'],
    ['"a","""",""""""', '"a","""",""""""'],
    ['"x,"",y",""', '"x,"",y",0'],
    ['"two\n"",\nlines",""\n', '"two\n"",\nlines",0\n'],
    ['5" pipe,""', '5" pipe,0'],
    ['say ""hi"",x', 'say ""hi"",x'],
    ['"never,""', '"never,""'],
    ['', ''],
    ['""', '0'],
  ])('%j', (text, marked) => {
    expect(markEmptyStrings(text, ',').replaceAll(emptyStringMarker, '0')).toBe(marked);
  });
  it('uses the separator', () => {
    expect(markEmptyStrings('a;"";b,"",c', ';')).toBe(`a;${emptyStringMarker};b,"",c`);
  });
});

it.each([
  ['id,name\n"1",""', true],
  ['"semi;colon",id', true],
  ['"id","name"\n1,""', false],
  ['"id, or ""key""","name"', false],
  ['', false],
])('%j has unquoted cells: %s', (text, expected) => {
  expect(hasUnquotedCells(text, ',')).toBe(expected);
});
