import '#src/styles.css';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';
import { Dialog } from './dialog.tsx';
import { FieldMarks } from './field-marks.tsx';

const at = rootForEach();
const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();

it('is as wide as its share of the window, and scrolls its content below the title', async () => {
  await page.viewport(1440, 900);
  at.root.render(
    <Dialog open size="share" title="Edit Popup" onClose={() => undefined}>
      <p style={{ height: 2000, flexShrink: 0 }}>Fields</p>
    </Dialog>,
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  for (const animation of document.getAnimations()) animation.finish();
  expect(boxOf('[role=dialog]').width).toBeCloseTo(1440 * 0.8, 0);
  expect(boxOf('[data-dialog-body]').top - boxOf('[role=dialog] h2').bottom).toBeGreaterThanOrEqual(12);
});

it('begins with its first field, and comes back to it behind its last button', async () => {
  at.root.render(
    <Dialog open title="Add Trigger" onClose={() => undefined}>
      <FieldMarks id="name" label="Name" onRevert={() => undefined} />
      <input id="name" />
    </Dialog>,
  );
  await expect.element(page.getByRole('textbox')).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('textbox')).toHaveFocus();
});

it('leaves the focus in the field that somebody types in before it has given it to the first', async () => {
  const frames: FrameRequestCallback[] = [];
  const later = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
  try {
    at.root.render(
      <Dialog open title="Edit Contact" onClose={() => undefined}>
        <input aria-label="Phone" />
        <input aria-label="Email" />
      </Dialog>,
    );
    const email = page.getByLabelText('Email');
    await expect.poll(() => frames.length).toBeGreaterThan(0);
    await email.fill('mia@agency.test');
    for (const callback of frames.splice(0)) callback(performance.now());
    expect(document.activeElement?.ariaLabel).toBe('Email');
  } finally {
    later.mockRestore();
  }
});
