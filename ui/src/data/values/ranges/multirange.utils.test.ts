import { describe, expect, it } from 'vitest';
import { checkMultirange, splitMultirange } from './multirange.utils';

describe('a multirange', () => {
  it.each([
    ['{}', []],
    ['{[1,3),[5,)}', ['[1,3)', '[5,)']],
    ['{ [1,3) , (5,7] }', ['[1,3)', '(5,7]']],
    ['{["a ) b","c\\"d"),[x,y]}', ['["a ) b","c\\"d")', '[x,y]']],
    ['{[1,3),5}', undefined],
    ['{[1,3),[5}', undefined],
    ['[1,3)', undefined],
    ['{1,3}', undefined],
  ])('%s has the ranges %j', (text, ranges) => {
    expect(splitMultirange(text)).toEqual(ranges);
  });

  it.each([
    ['nummultirange', '{[1,3),[5,)}', { value: '{[1,3),[5,)}' }],
    ['int4multirange', '{[1,3),[x,)}', { problem: 'Item 2: Start: Enter a whole number.' }],
    ['lettermultirange', '{[a,c)}', { value: '{[a,c)}' }],
  ])('%s %s is checked', (base, text, result) => {
    expect(checkMultirange(base, text)).toEqual(result);
  });
});
