import { FileUp } from 'lucide-react';
import { useContext, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Menu, MenuItem, MenuLabel } from '@/components/overlays/menu';
import { toast } from '@/components/overlays/toast';
import type { FileEntry, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { fetchContent } from '../../api/file-content';
import { filesMessages } from '../../files-messages';
import { ImportFileContext } from '../import-file';

const messages = filesMessages.preview;

/** Maximum size of a file that is imported from its preview, in bytes. The browser stores it meanwhile. */
const maxImportBytes = 256 * 1024 * 1024;

/** Button that opens the CSV import of a table with the file. Nothing if the role can't add rows to any table. */
export function ImportMenu({ bucket, entry }: { bucket: string; entry: FileEntry }) {
  const importFile = useContext(ImportFileContext);
  const [isLoading, setLoading] = useState(false);
  const tables = useSchema().tables.filter((table) => table.privileges.insert);
  if (!importFile || tables.length === 0) return null;
  const open = async (table: Table) => {
    if (entry.size > maxImportBytes) return toast.info(messages.importTooLarge(maxImportBytes));
    setLoading(true);
    try {
      const response = await fetchContent(bucket, entry, new AbortController().signal, null);
      importFile(table, new File([await response.blob()], entry.name, { type: 'text/csv' }));
    } catch (error) {
      toast.error(error);
      setLoading(false);
    }
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={<FileUp aria-hidden />} pending={isLoading}>
          {messages.importTo}
        </Button>
      }
    >
      <MenuLabel>{messages.importTables}</MenuLabel>
      {tables.map((table) => (
        <MenuItem key={`${table.schema}.${table.name}`} onSelect={() => void open(table)}>
          {table.title}
        </MenuItem>
      ))}
    </Menu>
  );
}
