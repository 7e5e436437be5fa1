import { expect, it, vi } from 'vitest';
import { createTakeOver } from './take-over.ts';

function page(controller: object | null) {
  const workers = Object.assign(new EventTarget(), { controller });
  const reload = vi.fn();
  return { takeOver: createTakeOver(workers, reload), reload, change: () => workers.dispatchEvent(new Event('controllerchange')) };
}

it('reloads the tab that asked, once the new version is there', () => {
  const { takeOver, reload, change } = page({});
  expect(takeOver.ask()).toEqual({ isWaiting: true });
  expect(reload).not.toHaveBeenCalled();
  change();
  expect(reload).toHaveBeenCalledOnce();
});

it('does not reload a tab when another one asked, until its own user does', () => {
  const { takeOver, reload, change } = page({});
  change();
  expect(reload).not.toHaveBeenCalled();
  expect(takeOver.ask()).toEqual({ isWaiting: false });
  expect(reload).toHaveBeenCalledOnce();
});

it('never reloads for the very first worker, and does for the update after it', () => {
  const { takeOver, reload, change } = page(null);
  change();
  expect(reload).not.toHaveBeenCalled();
  expect(takeOver.ask()).toEqual({ isWaiting: true });
  change();
  expect(reload).toHaveBeenCalledOnce();
});
