import { useMutation } from '@tanstack/react-query';
import { Check, Copy, Globe, QrCode as QrCodeIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { copyLink } from '@/components/copy-link';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import { Dialog } from '@/components/overlays/dialog';
import type { FileEntry, FileSignResponse } from '@/lib/api.gen';
import { createLink, type LinkRequest } from '../api/create-link';
import { QrCode } from './qr-code';
import styles from './share-dialog.module.css';
import { sharingMessages as messages } from './sharing-messages';

const hour = 3600;
const day = 24 * hour;

/** The lifetimes that a link can have, in seconds; "public" never ends. */
const lifetimes = [hour, day, 7 * day, 30 * day, 365 * day].map(String);

export interface ShareDialogProps {
  bucket: string;
  isPublic: boolean;
  /** The file to share; null closes the dialog. */
  entry: FileEntry | null;
  onClose: () => void;
}

/** Creates a link with which anyone can open a file. It expires, unless the bucket is public. */
export function ShareDialog({ bucket, isPublic, entry, onClose }: ShareDialogProps) {
  return (
    <Dialog
      open={entry !== null}
      onOpenChange={(open) => !open && onClose()}
      title={messages.title(entry?.name ?? '')}
      size="md"
    >
      {entry && <ShareForm key={entry.path} {...{ bucket, isPublic, entry }} />}
    </Dialog>
  );
}

interface ShareFormProps extends Pick<ShareDialogProps, 'bucket' | 'isPublic'> {
  entry: FileEntry;
}

function ShareForm({ bucket, isPublic, entry }: ShareFormProps) {
  const [lifetime, setLifetime] = useState(isPublic ? 'public' : String(day));
  const [mode, setMode] = useState<'open' | 'download'>('open');
  const [name, setName] = useState(entry.name);
  const link = useMutation({ mutationFn: (request: LinkRequest) => createLink(request) });
  const change = (apply: () => void) => {
    apply();
    link.reset();
  };
  const create = () =>
    link.mutate({
      ...{ bucket, path: entry.path },
      expiresIn: lifetime === 'public' ? null : Number(lifetime),
      download: mode === 'download' ? name.trim() || entry.name : '',
    });
  const options = lifetimes.map((value) => ({ value, label: messages.lifetimes[value] ?? value }));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        create();
      }}
    >
      <div className={styles.fields}>
        <Field label={messages.expires}>
          <Select
            value={lifetime}
            onValueChange={(value) => change(() => setLifetime(value))}
            options={isPublic ? [{ value: 'public', label: messages.never }, ...options] : options}
          />
        </Field>
        <Field label={messages.action}>
          <Select
            value={mode}
            onValueChange={(value) => change(() => setMode(value === 'download' ? 'download' : 'open'))}
            options={[
              { value: 'open', label: messages.open },
              { value: 'download', label: messages.download },
            ]}
          />
        </Field>
      </div>
      {mode === 'download' && (
        <Field label={messages.downloadName}>
          <Input value={name} dir="auto" onChange={(event) => change(() => setName(event.target.value))} />
        </Field>
      )}
      {link.data ? (
        <LinkResult link={link.data} />
      ) : (
        <Button type="submit" variant="primary" pending={link.isPending}>
          {messages.create}
        </Button>
      )}
      {link.error && <ErrorNotice error={link.error} onRetry={create} retrying={link.isPending} />}
    </form>
  );
}

/** A new link, with what anyone who has it can do, and until when. */
function LinkResult({ link }: { link: FileSignResponse }) {
  const [showsCode, setShowsCode] = useState(false);
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={styles.result}>
      <div className={styles.link}>
        <Input
          readOnly
          value={link.url}
          aria-label={messages.link}
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant="primary"
          icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copyLink(link.url).then(() => setCopied(true))}
        >
          {messages.copy}
        </Button>
        <IconButton
          label={showsCode ? messages.hideCode : messages.showCode}
          icon={<QrCodeIcon aria-hidden />}
          aria-expanded={showsCode}
          onClick={() => setShowsCode(!showsCode)}
        />
      </div>
      <p className={styles.note} role="status">
        <Globe size={15} aria-hidden />
        {link.expiresAt === null ? messages.anyoneForever : messages.anyoneUntil(new Date(link.expiresAt))}
      </p>
      {showsCode && <QrCode text={link.url} label={messages.codeLabel} />}
    </div>
  );
}
