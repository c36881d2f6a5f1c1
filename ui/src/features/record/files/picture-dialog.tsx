import { Download, FolderOpen } from 'lucide-react';
import { Link } from 'wouter';
import { Spinner } from '@/components/feedback/spinner';
import { Dialog } from '@/components/overlays/dialog';
import { useImage } from '@/lib/use-image';
import styles from './picture-dialog.module.css';

export interface PictureDialogProps {
  name: string;
  url: string;
  /** The address of the file among those of its bucket. */
  filesHref: string;
  open: boolean;
  onClose: () => void;
}

/** A record's picture, large. */
export function PictureDialog({ name, url, filesHref, open, onClose }: PictureDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      title={<span dir="auto">{name}</span>}
      footer={
        <>
          <Link href={filesHref} className={styles.link}>
            <FolderOpen size={15} aria-hidden /> Show in its bucket
          </Link>
          <a href={url} download={name} className={styles.link}>
            <Download size={15} aria-hidden /> Download
          </a>
        </>
      }
    >
      <LargePicture url={url} name={name} />
    </Dialog>
  );
}

function LargePicture({ url, name }: { url: string; name: string }) {
  const { state, onLoad, onError } = useImage(url);
  if (state === 'failed')
    return <p className={styles.failed}>This picture can’t be shown. It may be damaged, or gone.</p>;
  return (
    <span className={styles.stage} data-state={state}>
      {state === 'loading' && <Spinner label="Loading the picture" size={20} />}
      <img src={url} alt={name} onLoad={onLoad} onError={onError} />
    </span>
  );
}
