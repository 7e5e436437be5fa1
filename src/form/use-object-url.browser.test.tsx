import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useObjectUrl } from './use-object-url.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const urls: (string | null)[] = [];
const read = async () => new Blob(['picture']);

function Picture({ id }: { readonly id: string | null }) {
  urls.push(useObjectUrl(id, read));
  return null;
}

it('never returns a revoked URL', async () => {
  const root = createRoot(document.createElement('div'));
  const draw = (id: string | null) => act(async () => root.render(<Picture id={id} />));
  await draw('a');
  const first = urls.at(-1);
  expect(first).toMatch(/^blob:/);
  await draw(null);
  urls.length = 0;
  await draw('a');
  expect(urls).not.toContain(first);
  expect(await (await fetch(urls.at(-1) ?? '')).text()).toBe('picture');
  act(() => root.unmount());
});
