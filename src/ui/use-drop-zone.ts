import { type DragEvent, useEffect, useState } from 'react';

interface DropZone {
  /** Files are held over it. */
  readonly isOver: boolean;
  /** Of the element that files are dropped on. It holds a button that does the same. */
  readonly zone: Readonly<Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>>;
}

const bringsFiles = (dragged: DataTransfer | null): boolean => dragged?.types.includes('Files') ?? false;

/** A place to drop files on. */
export function useDropZone(disabled: boolean, onFiles: (files: readonly File[]) => void): DropZone {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    document.addEventListener('dragover', refuseElsewhere);
    document.addEventListener('drop', refuseElsewhere);
    return () => {
      document.removeEventListener('dragover', refuseElsewhere);
      document.removeEventListener('drop', refuseElsewhere);
    };
  }, []);
  const zone = {
    onDragOver: (event: DragEvent) => {
      if (disabled || !bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // It also gets an event for each move between its own children.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(false);
      if (!disabled) onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, zone };
}

/** A file that misses its place would be opened instead of the console, and what was typed would go with it. */
function refuseElsewhere(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer || !bringsFiles(event.dataTransfer)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
