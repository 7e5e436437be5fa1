import { afterEach, expect, it, vi } from 'vitest';
import { whenFieldShows } from './focus-field.ts';

afterEach(() => document.body.replaceChildren());

function show(id: string): void {
  const control = document.createElement('button');
  control.id = id;
  document.body.append(control);
}

it('acts at once for a field that is there, once for one that comes, and never after its end', async () => {
  const acts = { there: vi.fn(), late: vi.fn(), ended: vi.fn() };
  show('there');
  whenFieldShows('there', acts.there);
  expect(acts.there).toHaveBeenCalledOnce();
  whenFieldShows('late', acts.late);
  whenFieldShows('ended', acts.ended)();
  expect(acts.late).not.toHaveBeenCalled();
  show('late');
  show('ended');
  await expect.poll(() => acts.late.mock.calls.length).toBe(1);
  show('other');
  // An observer of the test's own, made last, is called last.
  await new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(document.body, { childList: true });
    show('more');
  });
  expect([acts.late, acts.ended].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});
