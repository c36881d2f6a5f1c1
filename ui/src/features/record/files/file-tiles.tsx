import { getColumnFileURL } from '@/data/values/file-url';
import type { Column } from '@/lib/api.gen';
import styles from './file-field.module.css';
import { FileTile } from './file-tile';
import { UploadTile } from './upload-tile';
import type { Upload } from './use-uploads';

export interface FileTilesProps {
  column: Column;
  bucket: string;
  paths: readonly string[];
  uploads: readonly Upload[];
  onCancel: (id: number) => void;
  onReplace: ((path: string) => void) | undefined;
  onRemove: ((path: string) => void) | undefined;
}

/** The files of a column and its uploads. */
export function FileTiles(props: FileTilesProps) {
  const { column, bucket, paths, uploads, onCancel, onReplace, onRemove } = props;
  if (paths.length === 0 && uploads.length === 0) return null;
  // As soon as the path of an upload is in the value, the tile of the file replaces the tile of the upload.
  const running = uploads.filter(({ path }) => path === null || !paths.includes(path));
  return (
    <ul className={styles.tiles} data-many={column.array || undefined}>
      {paths.map((path) => (
        <FileTile
          key={path}
          {...{ bucket, path }}
          url={getColumnFileURL(column, path) ?? ''}
          onReplace={onReplace && (() => onReplace(path))}
          onRemove={onRemove && (() => onRemove(path))}
        />
      ))}
      {running.map((upload) => (
        <UploadTile key={upload.id} upload={upload} onCancel={() => onCancel(upload.id)} />
      ))}
    </ul>
  );
}
