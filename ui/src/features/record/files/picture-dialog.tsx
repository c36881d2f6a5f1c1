import { Download, FolderOpen } from 'lucide-react';
import { Link } from 'wouter';
import { Spinner } from '@/components/feedback/spinner';
import { Dialog } from '@/components/overlays/dialog';
import { useImage } from '@/lib/display/use-image';
import { recordMessages } from '../record-messages';
import styles from './picture-dialog.module.css';

const messages = recordMessages.files;

export interface PictureDialogProps {
  name: string;
  url: string;
  /** The address of the file's page in its bucket. */
  filesHref: string;
  open: boolean;
  onClose: () => void;
}

/** Shows a picture of a record at full size. */
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
            <FolderOpen size={15} aria-hidden /> {messages.showInBucket}
          </Link>
          <a href={url} download={name} className={styles.link}>
            <Download size={15} aria-hidden /> {messages.download}
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
  if (state === 'failed') return <p className={styles.failed}>{messages.imageFailed}</p>;
  return (
    <span className={styles.stage} data-state={state}>
      {state === 'loading' && <Spinner label={messages.loadingImage} size={20} />}
      <img src={url} alt={name} onLoad={onLoad} onError={onError} />
    </span>
  );
}
