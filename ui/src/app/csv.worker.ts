import { FileReader } from '@/features/csv/file/file-reader';
import { type Port, serveSource } from '@/features/csv/file/remote';
import { adoptZone } from '@/lib/browser/zone';
import { valueRules } from './value-rules';

// Reads and checks CSV files apart from the page, so that the page never waits.
adoptZone(new URLSearchParams(globalThis.location.search).get('zone') ?? 'UTC');
serveSource(globalThis as unknown as Port, new FileReader(valueRules));
