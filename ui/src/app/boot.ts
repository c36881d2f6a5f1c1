import { applyTheme, readStoredTheme } from '@/lib/browser/theme';

applyTheme(readStoredTheme());
