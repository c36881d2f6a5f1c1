import { describe, expect, it } from 'vitest';
import { formatJSONKeys, formatPath, parseJSONKeys, parsePath } from './json-path.utils';

describe('a JSON path', () => {
  it.each([
    ['->>color', 'color'],
    ['->box->>width', 'box.width'],
    ['->sizes->0->n', 'sizes.0.n'],
    ['->>"a b"', 'a b'],
    ['->"a.b"->>"0"', '"a.b"."0"'],
    ['->"say \\"hi\\""->>-1', '"say \\"hi\\"".-1'],
    ['->>"größe"', 'größe'],
  ])('%s is formatted as “%s” and parsed again', (path, typed) => {
    const steps = parsePath(path);
    expect(formatPath(steps)).toBe(path);
    expect(formatJSONKeys(steps.keys)).toBe(typed);
    expect(parseJSONKeys(typed)).toEqual(steps.keys);
  });
  it('can be entered in PostgREST’s syntax', () => {
    expect(parseJSONKeys('box->>width')).toEqual(['box', 'width']);
    expect(parseJSONKeys('->a->0')).toEqual(['a', '0']);
    expect(parseJSONKeys('  ')).toEqual([]);
  });
  it.each(['a.', '.a', 'a..b', '"open', 'a->', 'a"b'])('rejects %s', (typed) => {
    expect(parseJSONKeys(typed)).toBeUndefined();
  });
});
