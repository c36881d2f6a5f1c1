import { Minus, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Tooltip } from '@/components/overlays/tooltip';
import type { FileEntry } from '@/lib/api.gen';
import { useImage } from '@/lib/display/use-image';
import { filesMessages } from '../../files-messages';
import { LoadingSpinner, NoPreview } from '../preview-state';
import styles from './image-viewer.module.css';
import { useZoom, type Zoom, zoomStep } from './use-zoom';

const messages = filesMessages.preview;
const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

export interface ImageViewerProps {
  bucket: string;
  entry: FileEntry;
  url: string;
  /** Shows the next (1) or the previous (-1) file. */
  onNavigate: (direction: 1 | -1) => void;
}

/** Shows a picture that can be enlarged and moved. */
export function ImageViewer({ bucket, entry, url, onNavigate }: ImageViewerProps) {
  const { state, onLoad, onError } = useImage(url);
  const zoom = useZoom(onNavigate);
  const { view } = zoom;
  if (state === 'failed') {
    return (
      <NoPreview bucket={bucket} entry={entry}>
        {messages.pictureFailed}
      </NoPreview>
    );
  }
  return (
    <div className={styles.viewer}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons and the keys do the same */}
      <div
        ref={zoom.frame}
        className={styles.frame}
        data-zoomed={view.scale > 1 || undefined}
        data-dragging={zoom.isDragging || undefined}
        {...zoom.pointerHandlers}
        onDoubleClick={() => (view.scale > 1 ? zoom.reset() : zoom.zoom(2 * zoomStep))}
      >
        {state === 'loading' && <LoadingSpinner />}
        <img
          ref={zoom.image}
          src={url}
          alt={entry.name}
          draggable={false}
          data-state={state}
          style={{ translate: [view.x, view.y].map((pixels) => `${pixels}px`).join(' '), scale: view.scale }}
          onLoad={onLoad}
          onError={onError}
        />
      </div>
      {state === 'loaded' && <ZoomControls zoom={zoom} />}
    </div>
  );
}

function ZoomControls({ zoom: { view, zoom, reset } }: { zoom: Zoom }) {
  useZoomKeys(zoom, reset);
  const percent = percentFormat.format(view.scale);
  return (
    <div className={styles.controls} role="toolbar" aria-label={messages.zoom}>
      <IconButton
        label={messages.zoomOut}
        icon={<Minus aria-hidden />}
        disabled={view.scale === 1}
        onClick={() => zoom(1 / zoomStep)}
      />
      <Tooltip content={messages.fitToWindow}>
        <button
          type="button"
          className={styles.percent}
          aria-label={messages.resetZoom(percent)}
          onClick={reset}
        >
          {percent}
        </button>
      </Tooltip>
      <IconButton
        label={messages.zoomIn}
        keys="+"
        icon={<Plus aria-hidden />}
        onClick={() => zoom(zoomStep)}
      />
    </div>
  );
}

/** Zooms with the keys +, - and 0. */
function useZoomKeys(zoom: Zoom['zoom'], reset: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The browser zooms the page with these keys and a modifier.
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('[role="menu"]')) return;
      if (event.key === '+' || event.key === '=') zoom(zoomStep);
      if (event.key === '-') zoom(1 / zoomStep);
      if (event.key === '0') reset();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
