import { describe, expect, it } from 'vitest';
import { readEvents } from './edge-call';

describe('readEvents', () => {
  it('returns the data of each event, without comments and the end mark', () => {
    expect(readEvents(': hello\n\ndata: one\n\nevent: x\ndata: two\ndata: three\n\ndata: [DONE]\n\n')).toBe(
      'one\ntwo\nthree',
    );
  });

  it('reads line ends of all kinds, and an event that is not complete yet', () => {
    expect(readEvents('data:a\r\n\r\ndata: b\rdata: c')).toBe('a\nb\nc');
  });
});
