import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { FileDrop, type FileDropState } from './file-drop.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const states: readonly FileDropState[] = [
  { status: 'uploading', name: 'logo.png', percent: 5 },
  { status: 'ready', name: 'logo.png', url: null, note: 'On this device.' },
];

it.each(states)('offers Cancel wherever something can be given up: $status', (state) => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const onCancel = vi.fn<() => void>();
  const unheard = () => undefined;
  const rest = { id: 'logo', label: 'Logo', state, picture: false, accept: '.png', hint: '', onFile: unheard, onClear: unheard };
  act(() => root.render(<FileDrop {...rest} onCancel={onCancel} />));
  act(() => place.querySelector<HTMLElement>('[aria-label^="Cancel the upload"]')?.click());
  expect(onCancel).toHaveBeenCalledOnce();
  act(() => root.render(<FileDrop {...rest} />));
  expect(place.querySelector('[aria-label^="Cancel the upload"]')).toBeNull();
  act(() => root.unmount());
});

it('shows a file that was not taken as such, with three ways on: again, another, none', () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const onCancel = vi.fn<() => void>();
  const unheard = () => undefined;
  const state: FileDropState = { status: 'failed', message: 'This device is full.' };
  const rest = { id: 'logo', label: 'Logo', state, picture: false, accept: '.png', hint: '', onFile: unheard, onClear: unheard };
  act(() => root.render(<FileDrop {...rest} onCancel={onCancel} onRetry={unheard} />));
  expect([...place.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['Try again', 'Choose another file', 'Remove']);
  act(() => place.querySelector<HTMLElement>('[aria-label="Remove Logo"]')?.click());
  expect(onCancel).toHaveBeenCalledOnce();
  act(() => root.unmount());
});
