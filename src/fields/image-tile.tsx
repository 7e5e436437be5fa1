import { useEffect, useEffectEvent, useState } from 'react';
import type { FileDropState } from '#src/ui/file-drop.tsx';
import { PictureTile } from '#src/ui/picture-tile.tsx';
import type { FieldData, FileInput } from './field-data.ts';

interface ImageTileProps {
  readonly tileKey: string;
  readonly useFile: NonNullable<FieldData['useFile']>;
  readonly input: FileInput;
  /** The chosen file, until it has an id. */
  readonly file: File | null;
  readonly at: number | null;
  readonly count: number;
  readonly disabled: boolean;
  readonly onNamed: (name: string) => void;
  readonly onMove: (by: -1 | 1) => void;
  /** A chosen file that never got an id was removed. */
  readonly onDropped: () => void;
  /** The tile is removed, and with it the focused button. */
  readonly onRemoved: () => void;
}

/** One image in a tile. Its upload works like that of a field with one file. */
export function ImageTile(props: ImageTileProps) {
  const { tileKey, useFile, input, file, at, count, disabled, onNamed, onMove, onDropped, onRemoved } = props;
  const { state, problem, onFile, onRemove, onRetry } = useFile(input);
  // A failed upload, or a picture that can't be loaded, keeps its last known name.
  const [lastName, setLastName] = useState(file?.name ?? null);
  if ('name' in state && state.name !== lastName) setLastName(state.name);
  const name = lastName ?? (at === null ? 'Image' : `Image ${at + 1}`);
  // The tile is mounted with its file, and hands it to the upload.
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
      state={tileState(state, problem, isArriving, name)}
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

/** A file that was not accepted shows the reason; one that is not checked yet shows as uploading. */
function tileState(state: FileDropState, problem: string | null, isArriving: boolean, name: string): FileDropState {
  if (problem !== null) return { status: 'failed', message: problem };
  return isArriving && state.status === 'empty' ? { status: 'uploading', name, percent: null } : state;
}
