import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { useNear } from './use-near.ts';

const host = document.createElement('div');
let root = createRoot(host);
afterEach(() => {
  root.unmount();
  root = createRoot(host);
  window.scrollTo(0, 0);
});

/** Two elements for one row, as in the list: a plain one while the row is far, another once it is near. */
function Row({ group = 0 }: { readonly group?: number }) {
  const { isNear, ref } = useNear(group);
  const buttons = (
    <>
      <button type="button">Move</button>
      <button type="button">Edit</button>
    </>
  );
  return isNear ? (
    <section ref={ref} aria-label="near">
      {buttons}
    </section>
  ) : (
    <p ref={ref}>{buttons}</p>
  );
}

it('a row is near in the viewport and far outside it; it keeps the focus, and stays near while it has it', async () => {
  document.body.append(host);
  root.render(
    <div style={{ paddingTop: '5000px', height: '10000px' }}>
      <Row />
    </div>,
  );
  const isNear = () => host.querySelector('section') !== null;
  await expect.poll(() => host.querySelector('p')).not.toBeNull();
  const edit = () => host.querySelectorAll('button')[1];
  edit()?.focus({ preventScroll: true });
  window.scrollTo(0, 4900);
  await expect.poll(() => isNear()).toBe(true);
  expect(document.activeElement).toBe(edit());

  window.scrollTo(0, 0);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(isNear()).toBe(true);
  expect(document.activeElement).toBe(edit());

  window.scrollTo(0, 4900);
  edit()?.blur();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  window.scrollTo(0, 0);
  await expect.poll(() => isNear()).toBe(false);
});

it('rows of a group are near together; one that changes its group takes the focus from nobody', async () => {
  document.body.append(host);
  const draw = (group: number) =>
    root.render(
      <div style={{ paddingTop: '5000px' }}>
        <input aria-label="Elsewhere" />
        <Row />
        <div style={{ height: '5000px' }} />
        <Row group={group} />
      </div>,
    );
  const near = () => host.querySelectorAll('section').length;
  draw(0);
  await expect.poll(() => host.querySelectorAll('p')).toHaveLength(2);
  window.scrollTo(0, 4900);
  await expect.poll(() => near()).toBe(2);
  host.querySelectorAll('button')[1]?.focus({ preventScroll: true });
  host.querySelector('input')?.focus({ preventScroll: true });
  draw(1);
  await expect.poll(() => near()).toBe(1);
  expect(document.activeElement).toBe(host.querySelector('input'));
});
