import { applyTheme, storedTheme } from '@/lib/browser/theme';

applyTheme(storedTheme());
