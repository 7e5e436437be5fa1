import { type DragEvent, useState } from 'react';

interface DropZone {
  /** Files are held over it. */
  readonly isOver: boolean;
  /** Of the element that files are dropped on. It holds a button that does the same. */
  readonly zone: Readonly<Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>>;
}

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** A place to drop files on. */
export function useDropZone(disabled: boolean, onFiles: (files: readonly File[]) => void): DropZone {
  const [isOver, setOver] = useState(false);
  const zone = {
    onDragOver: (event: DragEvent) => {
      if (disabled || !bringsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (!disabled) onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, zone };
}
