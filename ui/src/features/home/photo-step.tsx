import { useQuery } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/controls/button';
import { CameraInput } from '@/components/controls/camera-input';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import type { Completion, PhotoColumn } from '@/data/home/completion';
import { folderPrivilegesQuery } from '@/data/relations/storage-objects';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { bucketsQuery } from '@/lib/files/buckets';
import { acceptsPhotos } from '@/lib/files/file-checks';
import { homeMessages as messages } from './home-messages';
import styles from './home-page.module.css';
import { usePhoto } from './use-photo';

export interface PhotoStepProps extends PhotoColumn {
  table: Table;
  row: Row;
  title: string;
  /** The change that finishes the row; it is made together with the photo. */
  completion: Completion | undefined;
}

/** The button that opens the camera and stores the photo in the row. Not shown if the bucket does not accept photos of the user. */
export function PhotoStep(props: PhotoStepProps) {
  const { bucket: id, folder } = props.location;
  const { data: buckets } = useQuery(bucketsQuery());
  const { data: may } = useQuery(folderPrivilegesQuery(id, folder));
  const bucket = buckets?.find((each) => each.id === id);
  const camera = useRef<HTMLInputElement>(null);
  const photo = usePhoto({ ...props, bucket });
  if (photo.error) {
    return (
      <div className={styles.photo}>
        <ErrorNotice error={photo.error} title={messages.photoFailed} onRetry={photo.retry} />
        <Button className={styles.step} onClick={photo.discard}>
          {messages.discardPhoto}
        </Button>
      </div>
    );
  }
  if (!bucket || !acceptsPhotos(bucket) || may?.insert === false) return null;
  return (
    <>
      <Button
        className={styles.step}
        variant="primary"
        icon={<Camera aria-hidden />}
        pending={photo.isPending}
        onClick={() => camera.current?.click()}
      >
        {messages.takePhoto}
      </Button>
      <CameraInput
        ref={camera}
        label={messages.photoFor(props.title)}
        onFiles={([file]) => file && photo.add(file)}
      />
    </>
  );
}
