import { useLayoutEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { ImagesField } from '#contract/fields/field.ts';
import { extensionsOf } from '#contract/uploads.ts';
import { PictureAdd } from '#src/ui/picture-add.tsx';
import { PictureGrid } from '#src/ui/picture-grid.tsx';
import { type FieldData, useFieldData } from './field-data.ts';
import { type FieldComponentProps, FieldShell, idsValue } from './field-shell.tsx';
import { carriedKeys, keyOfTile, moved, type TileKeys, withImage } from './image-items.ts';
import { ImageTile } from './image-tile.tsx';
import { NotAvailable } from './not-available.tsx';

type ImagesFieldProps = FieldComponentProps<ImagesField>;

/** Several images in their order. */
export function ImagesFieldView(props: ImagesFieldProps) {
  const { useFile, websiteId = '' } = useFieldData();
  if (useFile) return <Images {...props} useFile={useFile} websiteId={websiteId} />;
  return <FieldShell {...props}>{() => <NotAvailable what={props.field.label} />}</FieldShell>;
}

interface ImagesProps extends ImagesFieldProps {
  readonly useFile: NonNullable<FieldData['useFile']>;
  readonly websiteId: string;
}

/** A chosen file, which has no id until it is stored on this device. */
interface ArrivingFile {
  readonly key: string;
  readonly turn: number;
  readonly file: File;
}

let turns = 0;

function Images({ useFile, websiteId, ...props }: ImagesProps) {
  const { field, id: controlId, value, stored = null, error, disabled = false, onChange, onBlur } = props;
  const { onFileDropped = () => undefined } = useFieldData();
  const ids = idsValue(value);
  const [known, setKnown] = useState<{ readonly ids: readonly string[]; readonly keys: TileKeys }>({ ids, keys: new Map() });
  const [arriving, setArriving] = useState<readonly ArrivingFile[]>([]);
  const [leftOut, setLeftOut] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const names = useRef(new Map<string, string>());
  const turnOf = useRef(new Map<string, number>());
  const refocus = useRef<string | null>(null);
  // Several files may get their ids within one frame: each change builds on the one before.
  const latest = useRef(ids);
  const keys = known.ids === ids ? known.keys : carriedKeys(known.keys, known.ids, ids);
  if (known.ids !== ids) setKnown({ ids, keys });

  useLayoutEffect(() => {
    latest.current = ids;
    // Moving a tile in the page takes the focus from its button.
    if (refocus.current !== null) document.getElementById(refocus.current)?.focus();
    refocus.current = null;
  }, [ids]);

  const change = (next: readonly string[]): void => {
    latest.current = next;
    setLeftOut(0);
    onChange(next);
    onBlur();
  };
  const move = (from: number, to: number, focus: string | null): void => {
    const key = keyOfTile(keys, ids[from] ?? '');
    refocus.current = focus;
    if (focus !== null) setAnnouncement(`${names.current.get(key) ?? 'The picture'} moved to ${to + 1} of ${ids.length}.`);
    change(moved(ids, from, to));
  };
  const add = (files: readonly File[]): void => {
    const room = Math.max(0, limits.imagesPerSetting - ids.length - arriving.length);
    const accepted = files.slice(0, room).map((file) => {
      turns += 1;
      return { key: `new-${turns}`, turn: turns, file };
    });
    setArriving([...arriving, ...accepted]);
    setLeftOut(files.length - accepted.length);
  };
  /** Replaces the id of a tile's file; `after` is null where the file was removed. */
  const replace = (key: string, before: string | null, after: string | null): void => {
    if (before === null) {
      const item = arriving.find((each) => each.key === key);
      if (after === null || !item) return;
      turnOf.current.set(after, item.turn);
      setKnown((before) => ({ ...before, keys: new Map([...before.keys, [after, key]]) }));
      setArriving((before) => before.filter((each) => each.key !== key));
      change(withImage(latest.current, after, turnOf.current));
    } else change(after === null ? latest.current.filter((id) => id !== before) : latest.current.map((id) => (id === before ? after : id)));
  };
  const drop = (key: string): void => {
    setArriving((before) => before.filter((each) => each.key !== key));
    setLeftOut(0);
  };

  const tiles = [
    ...ids.map((id, at) => ({ key: keyOfTile(keys, id), id, file: null, at })),
    ...arriving.map(({ key, file }) => ({ key, id: null, file, at: null })),
  ];
  const extensions = extensionsOf(field);
  const isFull = tiles.length >= limits.imagesPerSetting;
  const tooMany = `At most ${limits.imagesPerSetting} images. ${leftOut === 1 ? 'One was' : `${leftOut} were`} left out.`;
  return (
    <FieldShell {...props} error={leftOut > 0 ? tooMany : error} group>
      {({ 'aria-required': _required, ...control }) => (
        <PictureAdd
          {...control}
          label={field.label}
          accept={extensions.join(',')}
          hint={`${extensions.join(', ')}; at most ${limits.uploadBytes / 1_000_000} MB each, and ${limits.imagesPerSetting} images.`}
          disabled={disabled || isFull}
          onFiles={add}
        >
          {tiles.length > 0 ? (
            <PictureGrid
              label={field.label}
              keys={ids.map((id) => keyOfTile(keys, id))}
              nameOf={(key) => names.current.get(key) ?? 'The picture'}
              announcement={announcement}
              onMove={(from, to) => move(from, to, null)}
            >
              {tiles.map(({ key, id, file, at }) => (
                <ImageTile
                  key={key}
                  tileKey={key}
                  useFile={useFile}
                  input={{
                    websiteId,
                    settingKey: field.key,
                    accept: extensions,
                    fileId: id,
                    storedId: id !== null && idsValue(stored).includes(id) ? id : null,
                    onChange: (after) => replace(key, id, after),
                    onDropped: onFileDropped,
                  }}
                  file={file}
                  at={at}
                  count={ids.length}
                  disabled={disabled}
                  onNamed={(name) => void names.current.set(key, name)}
                  onMove={(by) => at !== null && move(at, at + by, `${key}-${by < 0 ? 'left' : 'right'}`)}
                  onDropped={() => drop(key)}
                  onRemoved={() => focusAfterRemove(controlId)}
                />
              ))}
            </PictureGrid>
          ) : null}
        </PictureAdd>
      )}
    </FieldShell>
  );
}

/** The pressed button goes with its tile: the next tile's takes the focus, else the one before, else the button that adds images. */
function focusAfterRemove(controlId: string): void {
  const tile = document.activeElement?.closest('li');
  const neighbour = tile?.nextElementSibling ?? tile?.previousElementSibling;
  const button = [...(neighbour?.querySelectorAll('button') ?? [])].at(-1) ?? document.getElementById(controlId);
  button?.focus();
}
