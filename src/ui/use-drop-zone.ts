import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react';

interface DropZone {
  /** Files are being dragged over the zone. */
  readonly isOver: boolean;
  /** Props for the element that files are dropped on. It must contain a button that does the same. */
  readonly zone: Readonly<Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>> & {
    /** While the focus is in the zone. */
    readonly onPaste: (event: ClipboardEvent) => void;
  };
}

const hasFiles = (dragged: DataTransfer | null): boolean => dragged?.types.includes('Files') ?? false;

/** A place to drop files on, and to paste them into. */
export function useDropZone(disabled: boolean, onFiles: (files: readonly File[]) => void): DropZone {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    document.addEventListener('dragover', preventDropOutside);
    document.addEventListener('drop', preventDropOutside);
    return () => {
      document.removeEventListener('dragover', preventDropOutside);
      document.removeEventListener('drop', preventDropOutside);
    };
  }, []);
  const zone = {
    onDragOver: (event: DragEvent) => {
      if (disabled || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // It also gets an event for each move between its own children.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(false);
      if (!disabled) onFiles([...event.dataTransfer.files]);
    },
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files];
      if (disabled || files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    },
  };
  return { isOver, zone };
}

/** Otherwise the browser would open a file that is dropped beside the zone in place of the console, and unsaved input would be lost. */
function preventDropOutside(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event.dataTransfer)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
