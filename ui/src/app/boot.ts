import { applyTheme, storedTheme } from '../lib/theme';

applyTheme(storedTheme());
