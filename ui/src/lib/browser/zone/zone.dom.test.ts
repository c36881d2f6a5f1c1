import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  formatZoneLabel,
  getChosenZone,
  getDeviceZone,
  getZone,
  listZones,
  onZoneChange,
  setZone,
} from './zone';

describe('the time zone', () => {
  afterEach(() => setZone(null));

  it('is the device’s until the user chooses another, and after the choice is removed', () => {
    expect([getChosenZone(), getZone()]).toEqual([null, getDeviceZone()]);
    const changed = vi.fn();
    const stop = onZoneChange(changed);
    setZone('Asia/Tokyo');
    expect([getChosenZone(), getZone()]).toEqual(['Asia/Tokyo', 'Asia/Tokyo']);
    setZone(null);
    stop();
    setZone('UTC');
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('outlives the page; an unknown zone is ignored', async () => {
    const loadAgain = async () => {
      vi.resetModules();
      return await import('./zone');
    };
    setZone('Asia/Tokyo');
    expect((await loadAgain()).getZone()).toBe('Asia/Tokyo');
    localStorage.setItem('tableside.zone', 'Mars/Olympus');
    expect((await loadAgain()).getChosenZone()).toBeNull();
  });

  it.each([
    ['UTC', 'UTC'],
    ['Europe/Copenhagen', 'Copenhagen'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
    ['Etc/GMT+5', 'GMT+5'],
  ])('%s is %s in a header', (zone, label) => expect(formatZoneLabel(zone)).toBe(label));

  it('is one of those that the browser supports, each once', () => {
    expect(listZones()[0]).toBe('UTC');
    expect(listZones()).toContain('Europe/Copenhagen');
    expect(new Set(listZones()).size).toBe(listZones().length);
  });
});
