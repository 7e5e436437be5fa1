import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { FileDrop, type FileDropState } from './file-drop.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const states: readonly FileDropState[] = [
  { status: 'uploading', name: 'logo.png', percent: 5 },
  { status: 'ready', name: 'logo.png', url: null, note: 'On this device.' },
];

it.each(states)('offers Cancel wherever there is an upload to cancel: $status', (state) => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const onCancel = vi.fn<() => void>();
  const noop = () => undefined;
  const rest = { id: 'logo', label: 'Logo', state, picture: false, accept: '.png', hint: '', onFile: noop, onSeveral: noop, onClear: noop };
  act(() => root.render(<FileDrop {...rest} onCancel={onCancel} />));
  act(() => place.querySelector<HTMLElement>('[aria-label^="Cancel the upload"]')?.click());
  expect(onCancel).toHaveBeenCalledOnce();
  act(() => root.render(<FileDrop {...rest} />));
  expect(place.querySelector('[aria-label^="Cancel the upload"]')).toBeNull();
  act(() => root.unmount());
});

it('accepts a dropped file, stays highlighted while the pointer crosses its children, and prevents a drop beside it from opening the file', () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const onFile = vi.fn<(file: File) => void>();
  const rest = {
    id: 'logo',
    label: 'Logo',
    picture: false,
    accept: '.png',
    hint: '',
    onFile,
    onSeveral: () => undefined,
    onClear: () => undefined,
  };
  act(() => root.render(<FileDrop {...rest} state={{ status: 'empty' }} />));
  const zone = place.firstElementChild ?? place;
  const resting = zone.className;
  const dragged = new DataTransfer();
  const file = new File(['x'], 'logo.png');
  dragged.items.add(file);
  /** Returns whether the browser's default, opening the file, was prevented. */
  const sent = (type: string, target: Element, more: DragEventInit = {}): boolean => {
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: dragged, ...more });
    act(() => void target.dispatchEvent(event));
    return event.defaultPrevented;
  };

  expect(sent('dragover', zone)).toBe(true);
  const marked = zone.className;
  expect(marked).not.toBe(resting);
  sent('dragleave', zone, { relatedTarget: zone.querySelector('button') });
  expect(zone.className).toBe(marked);
  sent('dragleave', zone, { relatedTarget: document.body });
  expect(zone.className).toBe(resting);
  expect(sent('drop', zone)).toBe(true);
  expect(onFile.mock.calls).toEqual([[file]]);

  expect([sent('dragover', document.body), sent('drop', document.body)]).toEqual([true, true]);
  expect(onFile).toHaveBeenCalledOnce();
  act(() => root.unmount());
  expect(sent('drop', document.body)).toBe(false);
  place.remove();
});

it('takes a pasted picture, says when there are several, and keeps the focus in the field after Remove', () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const [onFile, onSeveral, onClear] = [vi.fn<(file: File) => void>(), vi.fn<(count: number) => void>(), vi.fn<() => void>()];
  const rest = { id: 'logo', label: 'Logo', picture: false, accept: '.png', hint: '', onFile, onSeveral, onClear };
  act(() => root.render(<FileDrop {...rest} state={{ status: 'ready', name: 'old.png', url: null }} />));
  const paste = (...files: readonly File[]): void => {
    const clipboardData = new DataTransfer();
    for (const file of files) clipboardData.items.add(file);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    act(() => void place.querySelector('button')?.dispatchEvent(event));
  };
  const picture = new File(['x'], 'image.png', { type: 'image/png' });
  paste();
  paste(picture);
  expect(onFile.mock.calls).toEqual([[picture]]);
  paste(picture, new File(['y'], 'second.png'));
  expect(onSeveral.mock.calls).toEqual([[2]]);
  expect(onFile).toHaveBeenCalledOnce();

  const remove = place.querySelector<HTMLElement>('[aria-label="Remove Logo"]');
  act(() => {
    remove?.focus();
    remove?.click();
  });
  act(() => root.render(<FileDrop {...rest} state={{ status: 'empty' }} />));
  expect(onClear).toHaveBeenCalledOnce();
  expect(document.activeElement?.id).toBe('logo');
  act(() => root.unmount());
  place.remove();
});
