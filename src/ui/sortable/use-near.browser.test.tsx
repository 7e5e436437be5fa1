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

function Row({ group = 0 }: { readonly group?: number }) {
  const { isNear, ref } = useNear(group);
  return (
    <section ref={ref} data-near={isNear || undefined}>
      <button type="button">Move</button>
    </section>
  );
}
const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
const near = () => host.querySelectorAll('[data-near]').length;

it('a row is near in the viewport and far outside it; it stays near while it has the focus', async () => {
  document.body.append(host);
  root.render(
    <div style={{ paddingTop: '5000px', height: '10000px' }}>
      <Row />
    </div>,
  );
  await expect.poll(() => host.querySelector('button')).not.toBeNull();
  const button = host.querySelector('button');
  button?.focus({ preventScroll: true });
  window.scrollTo(0, 4900);
  await expect.poll(near).toBe(1);
  expect(document.activeElement, 'its element is the same').toBe(button);

  window.scrollTo(0, 0);
  await frames();
  expect(near()).toBe(1);

  window.scrollTo(0, 4900);
  button?.blur();
  await frames();
  window.scrollTo(0, 0);
  await expect.poll(near).toBe(0);
});

it('rows of a group are near together', async () => {
  document.body.append(host);
  const draw = (group: number) =>
    root.render(
      <div style={{ paddingTop: '5000px' }}>
        <Row />
        <div style={{ height: '5000px' }} />
        <Row group={group} />
      </div>,
    );
  draw(0);
  await expect.poll(() => host.querySelectorAll('section')).toHaveLength(2);
  window.scrollTo(0, 4900);
  await expect.poll(near).toBe(2);
  draw(1);
  await expect.poll(near).toBe(1);
});
