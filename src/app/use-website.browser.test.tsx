import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sharedView } from '#db/shared-view.ts';
import { useWebsite } from './use-website.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const list = [
  { id: 'w1', name: 'Harbour' },
  { id: 'w2', name: 'Hills' },
];
/** As the source does: one view for all, which reads nothing while nobody watches. */
const view = sharedView<typeof list>((report) => {
  const timer = setTimeout(() => report(list));
  return () => clearTimeout(timer);
}, console.error);
const websites = { watch: view.watch, peek: (id: string) => view.peek()?.find((each) => each.id === id) ?? null };
vi.mock('./use-client-services.ts', () => ({ useClientServices: () => ({ websites }) }));

function Bar({ websiteId }: { readonly websiteId: string }) {
  return useWebsite(websiteId)?.name ?? 'no website';
}

it('has the next website in the rendering that asks for it', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  onTestFinished(() => act(() => root.unmount()));
  act(() => root.render(<Bar websiteId="w1" />));
  await expect.poll(() => place.textContent).toBe('Harbour');
  act(() => root.render(<Bar websiteId="w2" />));
  expect(place.textContent).toBe('Hills');
});
