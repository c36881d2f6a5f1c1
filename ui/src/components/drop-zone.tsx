import { type ComponentProps, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { LazyDialog, optionalComponent } from '@/lib/browser/loading/lazy-loading';
import { cx } from '@/lib/text/cx';
import type { DropOverlayProps } from './drop-overlay';
import styles from './drop-zone.module.css';

const DropOverlay = optionalComponent<DropOverlayProps>(
  async () => (await import('./drop-overlay')).DropOverlay,
);

export interface DropZoneProps extends Omit<ComponentProps<'section'>, 'onDrop'> {
  /** Whether files can be dropped. */
  enabled: boolean;
  /** The effect of a drop: "Drop into photos". */
  label: string;
  /** The label while drops are disabled; without it, nothing is shown then. */
  disabledLabel?: string;
  icon: ReactNode;
  /** Called during the drop event: read the files synchronously, because the browser then clears the DataTransfer. */
  onFiles: (transfer: DataTransfer) => void;
}

/** An area into which files can be dropped. Shows an overlay while files are dragged over it. */
export function DropZone(props: DropZoneProps) {
  const { enabled, label, disabledLabel, icon, onFiles, className, children, ...rest } = props;
  const [over, setOver] = useState(false);
  // The pointer enters an element before it leaves the element around it, so enters and leaves are counted.
  const depth = useRef(0);
  const move = (by: number) => (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const isShown = over && (enabled || disabledLabel !== undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only drops; files are chosen by a button as well
    <section
      className={cx(styles.zone, className)}
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = enabled ? 'copy' : 'none';
      }}
      onDrop={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        if (enabled) onFiles(event.dataTransfer);
      }}
      {...rest}
    >
      {children}
      <LazyDialog open={isShown}>
        <DropOverlay open={isShown} {...{ enabled, icon }} label={enabled ? label : disabledLabel} />
      </LazyDialog>
    </section>
  );
}

/** Whether the drag contains files from outside of the browser. */
function hasFiles(transfer: DataTransfer): boolean {
  return transfer.types.includes('Files');
}
