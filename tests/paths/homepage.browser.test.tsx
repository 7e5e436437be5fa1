import type { homepageMachine } from '#machines/homepage/homepage.machine.ts';
import type { HomepageAddress, HomepageContext } from '#machines/homepage/homepage.types.ts';
import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { allBlocks } from './fake-homepage-sources.ts';
import { homepagePagePlan, homepageRules, staffOnServer } from './homepage-page-plan.ts';
import { calls, homepageNow, homepageParts, openHomepage } from './homepage-page.ts';
import { centreOf, mouseDrag } from './mouse.ts';
import { type PageMoment, walkOnPage } from './walk-on-page.ts';

vi.mock('#src/app/use-machine-actor.ts', () => import('./walked-actor.ts'));
vi.mock('#src/offline/homepage-sources.ts', () => import('./fake-homepage-sources.ts'));

type Homepage = typeof homepageMachine;
type Moment = PageMoment<Homepage>;

const labels = Object.fromEntries([...allBlocks.map(({ id, label }) => [id, label]), [staffOnServer, 'Staff']]);
const main = page.getByRole('main', { includeHidden: true });
const list = page.getByRole('list', { name: 'Blocks', includeHidden: true });
const addDialog = page.getByRole('dialog', { name: 'Add New Block' });
const question = page.getByRole('alertdialog', { name: 'Delete Block: Staff' });
const button = (name: string) => main.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true, includeHidden: true });
const handle = (id: string) => list.getByRole('button', { name: `Move ${labels[id]}`, exact: true });
const skeleton = (what: string) => page.getByRole('status', { name: `Loading the ${what}`, includeHidden: true });
const choices = list.getByRole('button', { name: /^(?:Yours|On the server): /u });

async function choose(id: string, item: string): Promise<void> {
  await button(`More for ${labels[id]}`).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const isLifted = () => document.querySelector('[data-lifted], [data-dragged]') !== null;
const drag = mouseDrag();
let places: Readonly<Record<string, ReturnType<typeof centreOf>>> = {};

/** By the control that leads there; where there is none, by a link, Back or Forward. */
async function go(address: HomepageAddress, { snapshot }: Moment): Promise<void> {
  const { context } = snapshot;
  const isFree = snapshot.matches({ ready: { dialog: 'none' } });
  const inList = isFree && snapshot.matches({ ready: { panel: 'listing' } });
  const isListed =
    address.kind === 'block' && context.snapshot?.blocks.some(({ id }) => id === address.blockId) && !isDeleted(address.blockId, context);
  if (inList && address.kind === 'block' && isListed) await button(`Edit ${labels[address.blockId]}`).click();
  else if (inList && address.kind === 'add' && context.snapshot?.theme === 'byron') await button('Add Block').click();
  else if (isFree && snapshot.matches({ ready: { panel: 'editing' } }) && address.kind === 'list' && context.open?.blockId !== 'new')
    await goBack(labels[context.open?.blockId ?? '']);
  else if (snapshot.matches({ ready: { panel: 'missing' } }) && address.kind === 'list')
    await page.getByRole('link', { name: 'Back to the list' }).click();
  else homepageNow().browse(address);
}
/** The row whose editor was open has the focus. */
async function goBack(label: string | undefined): Promise<void> {
  await button('Back').click();
  await expect.element(button(`Edit ${label}`)).toHaveFocus();
}
const isDeleted = (id: string, { changes }: HomepageContext) =>
  changes.some(({ change }) => change.kind === 'delete' && change.blockId === id);

/** An answer that nothing can read breaks the chart that asked. */
const unreadable = undefined;

async function save(answer: unknown): Promise<void> {
  await addDialog.getByRole('radio', { name: /^Video/u }).click();
  await addDialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(addDialog.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-busy', 'true');
  calls.added.last('submitBlock').resolve(answer);
}
async function confirm(answer: unknown): Promise<void> {
  await question.getByRole('button', { name: 'Delete Block' }).click();
  await expect.element(question.getByRole('button', { name: 'Delete Block' })).toHaveAttribute('aria-busy', 'true');
  calls.deleted.last('deleteItem').resolve(answer);
}
const isCancelled = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && 'kind' in output && output.kind === 'cancelled';

await walkOnPage<Homepage>({
  name: 'homepage',
  plan: homepagePagePlan,
  rules: homepageRules,
  open: openHomepage,
  parts: homepageParts,
  events: {
    'retry.requested': () => page.getByRole('button', { name: 'Try again' }).click(),
    'connection.restored': async () => {
      homepageNow().connection.setOnline(false);
      homepageNow().connection.setOnline(true);
    },
    'stored.changed': 'The actor that watches the store sends it.',
    'address.changed': ({ address }, now) => go(address, now),
    'block.lifted': async ({ id, by }) => {
      places = Object.fromEntries(['text', 'staff', 'map'].map((each) => [each, centreOf(handle(each).element())]));
      if (by === 'pointer') await drag.lift(handle(id).element(), isLifted);
      else {
        handle(id).element().focus();
        await userEvent.keyboard(' ');
      }
    },
    'block.movedOver': async ({ overId }) => {
      const moved = page.getByRole('status').filter({ hasText: 'Staff moved to 4 of 4' });
      await drag.moveTo(places[overId] ?? { x: 0, y: 0 }, () => moved.elements().length > 0);
    },
    'block.dropped': () => (drag.from() ? drag.release() : userEvent.keyboard(' ')),
    'block.dropCancelled': async () => {
      await userEvent.keyboard('{Escape}');
      await drag.release();
    },
    'move.requested': ({ id }, { snapshot }) =>
      snapshot.matches({ ready: { panel: { listing: 'lifted' } } }) ? userEvent.keyboard('{ArrowUp}') : choose(id, 'Move up'),
    'visibility.toggled': ({ id }) => button(`Hide ${labels[id]}`).click(),
    'conflict.chosen': () => list.getByRole('button', { name: 'Yours: hidden' }).click(),
    'duplicate.requested': ({ id }) => choose(id, 'Duplicate'),
    'copy.requested': async ({ id, toName }) => {
      await choose(id, 'Copy to another website…');
      await page.getByRole('option', { name: toName }).click();
    },
    'delete.requested': ({ id }, { snapshot }) =>
      snapshot.matches({ ready: { panel: 'editing' } }) ? button('Delete Block').click() : choose(id, 'Delete…'),
    'undo.requested': () => button('Undo').click(),
    'redo.requested': () => button('Redo').click(),
    'step.undone': () => page.getByRole('log').getByRole('button', { name: 'Undo' }).click(),
    'block.hovered': ({ id }) => userEvent.hover(button(`Edit ${labels[id ?? '']}`)),
    'block.selected': async ({ id }) => button(`Edit ${labels[id]}`).element().focus(),
    'editor.saved': async () => {
      await main.getByRole('checkbox', { name: 'Enabled' }).click();
      await main.getByRole('button', { name: 'Save Staff' }).first().click();
    },
    'mutation.finished': async ({ result }) => calls.changed.last('submitBlock').resolve(result),
    'xstate.done.actor.addBlock': ({ output }) =>
      isCancelled(output)
        ? addDialog.getByRole('button', { name: 'Cancel' }).click()
        : save({ kind: 'saved', blockId: 'new', appendedAt: 15 }),
    'xstate.error.actor.addBlock': () => save(unreadable),
    'xstate.done.actor.confirmDelete': ({ output }) =>
      isCancelled(output) ? question.getByRole('button', { name: 'Cancel' }).click() : confirm({ kind: 'deleted', appendedAt: 15 }),
    'xstate.error.actor.confirmDelete': () => confirm(unreadable),
  },
  alongside: {
    'address.changed': 'The router gives its address when the screen opens, and once it has followed the chart.',
    'block.hovered': 'A row with the pointer or the focus is outlined in the preview.',
    'block.selected': 'A control of a row has the focus.',
    'block.movedOver': 'A row that is dragged is over its own place first.',
  },
  states: {
    loading: ({ snapshot }) => expect.element(skeleton(snapshot.context.address.kind === 'block' ? 'block' : 'blocks')).toBeVisible(),
    error: () => expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible(),
    'ready.panel.listing.idle': async () => {
      await expect.element(heading('Homepage')).toBeVisible();
      await expect.element(list).toBeVisible();
      await expect.poll(isLifted).toBe(false);
    },
    'ready.panel.listing.lifted': () => expect.poll(isLifted).toBe(true),
    'ready.panel.editing': async ({ snapshot: { context } }) => {
      const id = context.open?.blockId ?? '';
      // The store does not have a new block yet.
      if (id === 'new') return expect.element(skeleton('block')).toBeVisible();
      await expect.element(heading(labels[id] ?? '')).toBeVisible();
      await expect.element(page.getByRole('button', { name: 'Back', exact: true, includeHidden: true })).toBeVisible();
    },
    'ready.panel.locating': () => expect.element(skeleton('block')).toBeVisible(),
    'ready.panel.missing': () => expect.element(heading('Block not found')).toBeVisible(),
    'ready.dialog.none': async () => {
      await expect.element(addDialog).not.toBeInTheDocument();
      await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    },
    'ready.dialog.adding': () => expect.element(addDialog).toBeVisible(),
    'ready.dialog.deleting': () => expect.element(question).toBeVisible(),
    'ready.conflicts.idle': async ({ snapshot: { context } }) => {
      const count = 2 * Object.keys(context.snapshot?.showConflicts ?? {}).length;
      await expect.poll(() => choices.elements().filter(({ ariaDisabled }) => ariaDisabled === null).length).toBe(count);
    },
    'ready.conflicts.submitting': () =>
      expect.element(list.getByRole('button', { name: 'Yours: hidden' })).toHaveAttribute('aria-busy', 'true'),
  },
});
