import { describe, expect, it } from 'vitest';
import { formatJSONKeys, formatPath, parseJSONKeys, parsePath } from './json-path.utils';

describe('a way into JSON', () => {
  it.each([
    ['->>color', 'color'],
    ['->box->>width', 'box.width'],
    ['->sizes->0->n', 'sizes.0.n'],
    ['->>"a b"', 'a b'],
    ['->"a.b"->>"0"', '"a.b"."0"'],
    ['->"say \\"hi\\""->>-1', '"say \\"hi\\"".-1'],
    ['->>"größe"', 'größe'],
  ])('%s is read as “%s”, and back', (path, typed) => {
    const steps = parsePath(path);
    expect(formatPath(steps)).toBe(path);
    expect(formatJSONKeys(steps.keys)).toBe(typed);
    expect(parseJSONKeys(typed)).toEqual(steps.keys);
  });
  it('can be typed as the syntax has it', () => {
    expect(parseJSONKeys('box->>width')).toEqual(['box', 'width']);
    expect(parseJSONKeys('->a->0')).toEqual(['a', '0']);
    expect(parseJSONKeys('  ')).toEqual([]);
  });
  it.each(['a.', '.a', 'a..b', '"open', 'a->', 'a"b'])('is not %s', (typed) => {
    expect(parseJSONKeys(typed)).toBeUndefined();
  });
});
