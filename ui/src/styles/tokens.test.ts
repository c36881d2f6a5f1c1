import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync('ui/src/styles/tokens.css', 'utf8');
const themes = ['light', 'dark'] as const;
const hues = [...css.matchAll(/--hue-\d: (\d+);/g)].map(([, hue]) => Number(hue));

/** A token's color in a theme, as `l c h`; `hue` stands for var(--hue). */
function color(name: string, theme: (typeof themes)[number], hue = 0): [number, number, number] {
  const value = css.match(new RegExp(`--${name}:\\s*([^;]+);`))?.[1];
  const found = [...(value ?? '').matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+|var\(--hue\))\)/g)];
  const match = found[theme === 'dark' ? found.length - 1 : 0];
  if (!match) throw new Error(`no color in --${name}`);
  const [, l, c, h] = match;
  return [Number(l), Number(c), h === 'var(--hue)' ? hue : Number(h)];
}

/** Relative luminance of an OKLCH color (WCAG 2.2; matrices by Björn Ottosson). */
function luminance([l, c, h]: [number, number, number]): number {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const [l3, m3, s3] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const red = 4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3;
  const green = -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3;
  const blue = -0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3;
  const inGamut = (x: number) => Math.min(1, Math.max(0, x));
  return 0.2126 * inGamut(red) + 0.7152 * inGamut(green) + 0.0722 * inGamut(blue);
}

function contrast(one: [number, number, number], other: [number, number, number]): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3', 'surface-raised'];
const texts: [ink: string, on: string[]][] = [
  ['ink-1', [...surfaces, 'accent-soft', 'danger-soft', 'warn-soft', 'ok-soft']],
  ['ink-2', [...surfaces, 'accent-soft', 'danger-soft']],
  ['ink-3', surfaces],
  ['accent-text', [...surfaces, 'accent-soft']],
  ['accent-ink', ['accent', 'accent-hover']],
  ['danger', ['surface-1', 'surface-raised', 'surface-2', 'danger-soft']],
  ['danger-ink', ['danger', 'danger-hover']],
  ['ok', ['surface-1', 'surface-raised', 'ok-soft']],
  ['warn', ['surface-1', 'surface-raised', 'warn-soft']],
  ['surface-1', ['ink-1']],
];

describe.each(themes)('in the %s theme', (theme) => {
  test.each(texts)('%s can be read on %j', (ink, grounds) => {
    for (const ground of grounds) {
      expect(contrast(color(ink, theme), color(ground, theme)), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('all ten hues are readable on chips and on avatars', () => {
    expect(hues).toHaveLength(10);
    for (const hue of hues) {
      const chip = contrast(color('hue-text', theme, hue), color('hue-fill', theme, hue));
      const disc = contrast(color('hue-disc-text', theme, hue), color('hue-disc', theme, hue));
      expect(Math.min(chip, disc), `hue ${hue}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(['focus', 'line-strong', 'accent'])('%s contrasts with each surface', (edge) => {
    for (const surface of surfaces) {
      expect(contrast(color(edge, theme), color(surface, theme)), surface).toBeGreaterThanOrEqual(3);
    }
  });
});
