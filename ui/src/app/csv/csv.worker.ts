import { ImportFileReader } from '@/features/csv/file/import-file-reader';
import { type MessagePortLike, serveSource } from '@/features/csv/file/remote-source';
import { applyLocale } from '@/lib/browser/zone/locale';
import { applyZone } from '@/lib/browser/zone/zone';
import { valueRules } from './value-rules';

// Reads and checks files of rows in a worker, so that the page stays responsive.
const settings = new URLSearchParams(globalThis.location.search);
applyZone(settings.get('zone') ?? 'UTC');
applyLocale(settings.get('locale') || null);
serveSource(globalThis as unknown as MessagePortLike, new ImportFileReader(valueRules));
