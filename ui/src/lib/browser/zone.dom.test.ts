import { afterEach, describe, expect, it, vi } from 'vitest';
import { chosenZone, deviceZone, localZone, onZoneChange, setZone, zoneLabel, zones } from './zone';

describe('the time zone', () => {
  afterEach(() => setZone(null));

  it('is the device’s until another is chosen, and then again', () => {
    expect([chosenZone(), localZone()]).toEqual([null, deviceZone()]);
    const changed = vi.fn();
    const stop = onZoneChange(changed);
    setZone('Asia/Tokyo');
    expect([chosenZone(), localZone()]).toEqual(['Asia/Tokyo', 'Asia/Tokyo']);
    setZone(null);
    stop();
    setZone('UTC');
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('outlives the page; a zone that the browser doesn’t know is none', async () => {
    const anew = async () => {
      vi.resetModules();
      return await import('./zone');
    };
    setZone('Asia/Tokyo');
    expect((await anew()).localZone()).toBe('Asia/Tokyo');
    localStorage.setItem('tableside.zone', 'Mars/Olympus');
    expect((await anew()).chosenZone()).toBeNull();
  });

  it.each([
    ['UTC', 'UTC'],
    ['Europe/Copenhagen', 'Copenhagen'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
    ['Etc/GMT+5', 'GMT+5'],
  ])('%s is %s in a header', (zone, label) => expect(zoneLabel(zone)).toBe(label));

  it('is one of those that the browser knows, each once', () => {
    expect(zones()[0]).toBe('UTC');
    expect(zones()).toContain('Europe/Copenhagen');
    expect(new Set(zones()).size).toBe(zones().length);
  });
});
