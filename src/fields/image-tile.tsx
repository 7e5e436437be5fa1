import { useEffect, useEffectEvent, useState } from 'react';
import type { FileDropState } from '#src/ui/file-drop.tsx';
import { PictureTile } from '#src/ui/picture-tile.tsx';
import type { FieldData, FileInput } from './field-data.ts';

interface ImageTileProps {
  readonly tileKey: string;
  readonly useFile: NonNullable<FieldData['useFile']>;
  readonly input: FileInput;
  /** What was chosen, until it has an id. */
  readonly file: File | null;
  readonly at: number | null;
  readonly count: number;
  readonly disabled: boolean;
  readonly onNamed: (name: string) => void;
  readonly onMove: (by: -1 | 1) => void;
  /** A chosen file that never got an id is given up. */
  readonly onDropped: () => void;
  /** The tile goes, and the focus with it. */
  readonly onRemoved: () => void;
}

/** One image: the upload chart of a field with one file, in a tile. */
export function ImageTile(props: ImageTileProps) {
  const { tileKey, useFile, input, file, at, count, disabled, onNamed, onMove, onDropped, onRemoved } = props;
  const { state, problem, onFile, onRemove, onRetry } = useFile(input);
  // An upload that fails, or a picture out of reach, keeps the name that it was last known by.
  const [seen, setSeen] = useState(file?.name ?? null);
  if ('name' in state && state.name !== seen) setSeen(state.name);
  const name = seen ?? (at === null ? 'Image' : `Image ${at + 1}`);
  // The tile comes with its file: from here on the chart has it.
  const begin = useEffectEvent(() => {
    if (file && input.fileId === null) onFile(file);
  });
  useEffect(() => begin(), []);
  const reportName = useEffectEvent(onNamed);
  useEffect(() => reportName(name), [name]);
  const isArriving = input.fileId === null;
  return (
    <PictureTile
      id={tileKey}
      name={name}
      state={shown(state, problem, isArriving, name)}
      at={at}
      count={count}
      disabled={disabled}
      onMove={onMove}
      onRemove={() => {
        onRemoved();
        if (isArriving) onDropped();
        else onRemove();
      }}
      onRetry={onRetry}
    />
  );
}

/** A file that was not taken says why; one that is about to be checked is on its way. */
function shown(state: FileDropState, problem: string | null, isArriving: boolean, name: string): FileDropState {
  if (problem !== null) return { status: 'failed', message: problem };
  return isArriving && state.status === 'empty' ? { status: 'uploading', name, percent: null } : state;
}
