import { ImportPage, type ImportPageProps } from '@/features/csv';
import { openCSVSource } from './csv-source';

/** The import page, which reads files in a worker. */
export function WorkerImportPage(props: Omit<ImportPageProps, 'openSource'>) {
  return <ImportPage {...props} openSource={openCSVSource} />;
}
