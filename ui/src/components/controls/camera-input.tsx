import type { RefObject } from 'react';

export interface CameraInputProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  onFiles: (files: readonly File[]) => void;
}

/** A hidden input whose click opens the camera of a phone. Browsers without a camera open the file dialog. */
export function CameraInput({ ref, label, onFiles }: CameraInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept="image/*"
      capture="environment"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        event.target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
