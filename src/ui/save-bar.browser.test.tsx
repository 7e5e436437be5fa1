import '#src/styles.css';
import { afterEach, expect, it } from 'vitest';
import { Button } from './button.tsx';
import { SaveBar } from './save-bar.tsx';
import { useInView } from './use-in-view.ts';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const at = rootForEach();

afterEach(() => {
  window.scrollTo(0, 0);
});

/** A form that is longer than the window, with a Save in its heading. */
function Form() {
  const { ref, isInView } = useInView();
  return (
    <>
      <div style={{ height: 200, paddingTop: 100 }}>
        <Button ref={ref}>Save</Button>
      </div>
      <div style={{ height: 4_000 }} />
      <SaveBar changes={1} what="Header" isSaveInView={isInView} onDiscard={() => undefined} onSave={() => undefined}>
        <Button>Undo</Button>
      </SaveBar>
    </>
  );
}

const buttons = () =>
  [...at.place.querySelectorAll('section button')].filter((button) => button.checkVisibility({ visibilityProperty: true }));
const bar = () => buttons().map((button) => button.textContent);
const discardX = () => {
  for (const animation of document.getAnimations()) animation.finish();
  return buttons()
    .find(({ textContent }) => textContent === 'Discard')
    ?.getBoundingClientRect().x;
};

it('has a Save, and an Undo, only while no other is visible; Discard stays in its place', async () => {
  at.root.render(<Form />);
  await expect.poll(bar).toEqual(['Discard']);
  const before = discardX();
  window.scrollTo(0, 2_000);
  await expect.poll(bar).toEqual(['Discard', 'Undo', 'Save']);
  expect(discardX()).toBe(before);
  window.scrollTo(0, 0);
  await expect.poll(bar).toEqual(['Discard']);
});

it('keeps a button that has the focus', async () => {
  at.root.render(<Form />);
  await expect.poll(bar).toEqual(['Discard']);
  window.scrollTo(0, 2_000);
  await expect.poll(bar).toContain('Save');
  const save = [...at.place.querySelectorAll<HTMLElement>('section button')].at(-1);
  save?.focus({ preventScroll: true });
  window.scrollTo(0, 0);
  // The observer calls back in the frame after the scroll.
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  expect(document.activeElement).toBe(save);
  save?.blur();
  await expect.poll(bar).toEqual(['Discard']);
});

it('gives the focus back when it goes with the button that was pressed', async () => {
  const draw = (changes: number, field: boolean) =>
    at.root.render(
      <main>
        <h1 tabIndex={-1}>Header</h1>
        {field ? <input /> : null}
        <SaveBar changes={changes} what="Header" onDiscard={() => undefined} onSave={() => undefined} />
      </main>,
    );
  const pressSave = () => [...at.place.querySelectorAll<HTMLElement>('section button')].at(-1)?.focus();
  draw(1, true);
  await expect.poll(bar).toEqual(['Discard', 'Save']);
  at.place.querySelector('input')?.focus();
  pressSave();
  draw(0, true);
  await expect.poll(bar).toEqual([]);
  expect(document.activeElement).toBe(at.place.querySelector('input'));

  draw(1, false);
  await expect.poll(bar).toEqual(['Discard', 'Save']);
  pressSave();
  draw(0, false);
  await expect.poll(bar).toEqual([]);
  expect(document.activeElement?.tagName).toBe('H1');
});
