import type { Theme } from './theme';

/** The names of the themes. A translation is one more file that satisfies `typeof themeLabels`. */
export const themeLabels: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' };
