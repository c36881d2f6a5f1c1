import { describe, expect, it } from 'vitest';
import { EventParser, joinEvents } from './server-events';

function parse(...parts: string[]) {
  const parser = new EventParser();
  for (const part of parts) parser.push(part);
  const complete = [...parser.events];
  parser.end();
  return { complete, all: parser.events };
}

describe('EventParser', () => {
  it('returns the name and the data of each event, without comments', () => {
    const { complete } = parse(': hello\n\nid: 1\ndata: one\n\nevent: x\ndata: two\ndata: three\n\n');
    expect(complete).toEqual([
      { name: '', data: 'one' },
      { name: 'x', data: 'two\nthree' },
    ]);
  });

  it('reads line ends of all kinds, at any division into parts', () => {
    const stream = 'data:a\r\n\r\ndata: b\rdata: c\r\revent: d\ndata:  e\n\n';
    const expected = [
      { name: '', data: 'a' },
      { name: '', data: 'b\nc' },
      { name: 'd', data: ' e' },
    ];
    expect(parse(...stream).all).toEqual(expected);
    for (let i = 0; i <= stream.length; i++)
      expect(parse(stream.slice(0, i), stream.slice(i)).complete).toEqual(expected);
  });

  it('adds an event that is not complete only at the end', () => {
    const { complete, all } = parse('data: one\n\ndata: tw', 'o');
    expect(complete).toEqual([{ name: '', data: 'one' }]);
    expect(all).toHaveLength(2);
    expect(joinEvents(all)).toBe('one\ntwo');
  });
});

describe('joinEvents', () => {
  it('leaves out the end mark', () => {
    expect(joinEvents(parse('data: one\n\ndata: [DONE]\n\n').all)).toBe('one');
  });
});
