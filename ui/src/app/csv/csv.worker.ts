import { CSVFileReader } from '@/features/csv/file/csv-file-reader';
import { type MessagePortLike, serveSource } from '@/features/csv/file/remote-source';
import { applyZone } from '@/lib/browser/zone/zone';
import { valueRules } from './value-rules';

// Reads and checks CSV files in a worker, so that the page stays responsive.
applyZone(new URLSearchParams(globalThis.location.search).get('zone') ?? 'UTC');
serveSource(globalThis as unknown as MessagePortLike, new CSVFileReader(valueRules));
