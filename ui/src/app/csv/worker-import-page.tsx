import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ImportPage, type ImportPageProps } from '@/features/csv';
import { useSchema, useWorkspace } from '@/lib/auth/session';
import { openCSVSource } from './csv-source';
import { createTableAccess } from './table-access';

/** The import page, which reads files in a worker. */
export function WorkerImportPage(props: Omit<ImportPageProps, 'openSource' | 'access'>) {
  const client = useQueryClient();
  const schema = useSchema();
  const { maxRows } = useWorkspace().limits;
  const access = useMemo(() => createTableAccess(client, schema, maxRows), [client, schema, maxRows]);
  return <ImportPage {...props} access={access} openSource={openCSVSource} />;
}
