import '#src/styles.css';
import { redirects } from '#contract/resources/redirects.ts';
import type { ToastContent } from '#machines/ports.ts';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bespokePlaceOf } from '#src/app/bespoke-paths.ts';
import { followFocus } from '#src/app/follow-session.ts';
import { LeaveGuard } from '#src/app/shell/leave-guard.tsx';
import { RecordsScreen } from './records-screen.tsx';
import { fakeClientServices } from './testing/fake-client-services.ts';
import { type FakeRecords, fakeRecords, redirect, someRedirects } from './testing/fake-records.ts';

const world = vi.hoisted(() => ({ services: null as unknown, source: null as unknown, app: null as unknown }));
vi.mock('#src/app/use-client-services.ts', () => ({ useClientServices: () => world.services }));
vi.mock('#src/app/use-session.ts', () => ({ useUser: () => ({ id: 'u1' }) }));
vi.mock('#src/app/use-app.ts', () => ({ useApp: () => world.app }));
vi.mock('./use-records-source.ts', () => ({ useRecordsSource: () => world.source }));

vi.setConfig({ testTimeout: 60_000 });

let root: Root;
let source: FakeRecords;
let services: ReturnType<typeof fakeClientServices>;
let toasts: ToastContent[];

function start(rows = someRedirects(3)): void {
  source = fakeRecords(redirects, rows);
  services = fakeClientServices();
  toasts = [];
  Object.assign(world, {
    source,
    services: services.services,
    app: {
      notify: ({ type, title, content }: ToastContent) => toasts.push({ type, title, content }),
      analytics: { page: () => undefined, track: () => undefined },
      appUpdate: { send: () => undefined },
    },
  });
}

/** The console's splat route, and another screen to navigate to. */
function open(path = 'admin/redirects') {
  const rootRoute = createRootRoute({
    component: () => (
      <>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <LeaveGuard />
      </>
    ),
  });
  const screen = createRoute({
    getParentRoute: () => rootRoute,
    path: '/website/$websiteId/$',
    component: () => {
      const { _splat = '' } = screen.useParams();
      const place = bespokePlaceOf(_splat);
      return place ? <RecordsScreen websiteId="5" path={place.path} rest={place.rest} /> : <h1>Elsewhere</h1>;
    },
  });
  const history = createMemoryHistory({ initialEntries: ['/website/5/elsewhere', `/website/5/${path}`] });
  const router = createRouter({ routeTree: rootRoute.addChildren([screen]), history });
  // The router's type is that of the console's routes.
  followFocus(router as unknown as Parameters<typeof followFocus>[0]);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<RouterProvider router={router as never} />);
  return {
    router,
    history,
    address: () => `${router.state.location.pathname.replace('/website/5/', '')}${router.state.location.searchStr}`,
  };
}

beforeEach(async () => {
  await page.viewport(1200, 900);
  start();
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const names = () =>
  page
    .getByRole('rowheader')
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);
const showNames = (...expected: readonly string[]) => expect.poll(names).toEqual(expected);
const dialog = page.getByRole('dialog');
const focused = () => document.activeElement;

describe('the list', () => {
  it('shows skeleton rows, then the columns of the definition; a tick has a name', async () => {
    start([redirect('1', '/old', { rewrite: true })]);
    source.hold();
    open();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Redirects' })).toBeVisible();
    await expect.poll(() => document.querySelectorAll('[data-skeleton]').length).toBeGreaterThan(5);
    source.release();
    await showNames('/old');
    const heads = page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent);
    expect(heads).toEqual(['Select all rows of this page', 'From', 'To', 'Rewrite', 'Redirect to Rewrite', 'Actions']);
    await expect.element(page.getByRole('cell').nth(2).getByRole('img', { name: 'Yes' })).toBeVisible();
    expect(page.getByRole('cell').nth(3).element().textContent).toBe('');
    await expect.element(page.getByText('Showing 1 to 1 of 1')).toBeVisible();
  });

  it('keeps sort, page and search in the address, but no defaults', async () => {
    start(someRedirects(30));
    const { address, history } = open();
    await expect.element(page.getByText('Showing 1 to 25 of 30')).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: 'From' })).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'From' }).click();
    await expect.poll(address).toBe('admin/redirects?sort=-redirects_from');
    await expect.poll(() => names()[0]).toBe('/old-30');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(address).toBe('admin/redirects?page=1&sort=-redirects_from');
    await expect.element(page.getByText('Showing 26 to 30 of 30')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search redirects' }).fill('old-1');
    await expect.poll(address).toBe('admin/redirects?sort=-redirects_from&q=old-1');
    await expect.element(page.getByText('Showing 1 to 10 of 10')).toBeVisible();
    history.back();
    await expect.poll(() => names()[0]).toBe('/old-30');
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
  });

  it('searches for a number in a link', async () => {
    start([redirect('1', '/2024'), redirect('2', '/other')]);
    open('admin/redirects?q=2024');
    await showNames('/2024');
  });

  it('says what to do where there are none, and where none match', async () => {
    start([]);
    const { address } = open();
    await expect.element(page.getByText('No redirects yet')).toBeVisible();
    await expect.element(page.getByText('A redirect sends visitors of an old address to its new one.')).toBeVisible();
    for (const name of ['Create New', 'Create New Redirect'])
      await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible();
    await page.getByRole('searchbox').fill('zzz');
    await expect.element(page.getByText('No redirect matches “zzz”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(address).toBe('admin/redirects');
    await expect.element(page.getByText('No redirects yet')).toBeVisible();
  });

  it('says why it could not be loaded, and tries again', async () => {
    source.failNext('The list broke.');
    open();
    await expect.element(page.getByRole('alert').getByText('The list broke.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await showNames('/old-01', '/old-02', '/old-03');
  });

  it('says where it was never loaded, and shows what is on this device without a connection', async () => {
    source.setOnline(false);
    open();
    await expect.element(page.getByText('Not on this device yet')).toBeVisible();
    source.setOnline(true);
    services.setOnline(true);
    await showNames('/old-01', '/old-02', '/old-03');
    source.setOnline(false);
    services.setOnline(false);
    await page.getByRole('button', { name: 'To' }).click();
    await expect
      .element(page.getByText(/^You are offline\. These are the redirects that this device has, as of .*, searched and sorted here\.$/))
      .toBeVisible();
    await showNames('/old-01', '/old-02', '/old-03');
  });

  it('marks pending changes in their rows, shows pending creates first, and counts them separately', async () => {
    open();
    await showNames('/old-01', '/old-02', '/old-03');
    source.setOnline(false);
    services.setOnline(false);
    const signal = new AbortController().signal;
    await source.submit({ change: { kind: 'create', values: { redirects_from: '/mine' } } }, signal);
    await source.submit({ change: { kind: 'update', id: '2', name: '', values: { redirects_to: '/x' }, base: {} } }, signal);
    await source.submit({ change: { kind: 'delete', id: '3', name: '' } }, signal);
    await expect.element(page.getByText('Showing 1 to 3 of 3, and 1 waiting')).toBeVisible();
    const rows = page
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent);
    expect(rows).toEqual(['/mineOn this device: offline', '/old-01', '/old-02On this device: offline', '/old-03To be deleted: offline']);
    source.mark('2', { status: 'rejected', message: 'No such page.' });
    await expect.element(page.getByText('Needs attention: the server refused it: No such page.')).toBeVisible();
    source.setOnline(true);
    source.drain();
    await showNames('/mine', '/old-01', '/old-02');
    await expect.element(page.getByText('Showing 1 to 3 of 3', { exact: true })).toBeVisible();
  });

  it('shows the warnings of a row', async () => {
    source.warn('2', 'Another redirect begins at this address.');
    open();
    await expect.element(page.getByRole('rowheader').nth(1).getByText('Another redirect begins at this address.')).toBeVisible();
  });
});

describe('a form', () => {
  it('is a dialog with its own address; Back closes it and returns the focus', async () => {
    const { address, history } = open('admin/redirects?sort=-redirects_from');
    await showNames('/old-03', '/old-02', '/old-01');
    await page.getByRole('link', { name: '/old-02' }).click();
    await expect.poll(address).toBe('admin/redirects/edit/2?sort=-redirects_from');
    await expect.element(dialog.getByRole('heading', { name: 'Edit Redirect' })).toBeVisible();
    await expect.element(dialog.getByLabelText('From')).toHaveValue('/old-02');
    await expect.poll(focused).toBe(dialog.getByLabelText('From').element());
    history.back();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(address()).toBe('admin/redirects?sort=-redirects_from');
    await expect.poll(() => focused()?.textContent).toBe('/old-02');
  });

  it('shows the required fields of a new record, creates it, closes, and focuses its row', async () => {
    const { address } = open();
    await showNames('/old-01', '/old-02', '/old-03');
    await page.getByRole('link', { name: 'Create New' }).click();
    await expect.element(dialog.getByRole('heading', { name: 'Create New Redirect' })).toBeVisible();
    await expect.poll(focused).toBe(dialog.getByLabelText('From').element());
    await dialog.getByRole('button', { name: 'Save redirect' }).click();
    await expect.element(dialog.getByText('2 fields need another look')).toBeVisible();
    expect(source.submitted).toEqual([]);
    await dialog.getByLabelText('From').fill('/old-00');
    await dialog.getByLabelText('To').fill('/new-00');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(source.submitted).toEqual([
      { kind: 'create', values: { redirects_from: '/old-00', redirects_to: '/new-00', rewrite: false, redirect_to_rewrite: false } },
    ]);
    expect(address()).toBe('admin/redirects');
    await expect.poll(() => focused()?.textContent).toBe('/old-00');
    expect(toasts).toEqual([{ type: 'success', title: 'Saved', content: 'The redirect has been created.' }]);
  });

  it('has a field off, with the reason, where its condition is not met, and sends the changed fields with their base', async () => {
    open('admin/redirects/edit/1');
    await expect.element(dialog.getByLabelText('From')).toHaveValue('/old-01');
    const ofRewrite = dialog.getByRole('checkbox', { name: 'Redirect to Rewrite' });
    await expect.element(ofRewrite).toBeDisabled();
    await expect.element(ofRewrite).toHaveAccessibleDescription(/Only with Rewrite\./u);
    // Nothing has changed yet: the keys of Save do nothing, and the dialog is closed by the next save all the same.
    await userEvent.keyboard('{Control>}s{/Control}');
    await dialog.getByText('Rewrite', { exact: true }).click();
    await dialog.getByText('Redirect to Rewrite').click();
    await expect.element(ofRewrite).toBeChecked();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(source.submitted).toEqual([
      {
        kind: 'update',
        id: '1',
        name: '/old-01',
        values: { rewrite: true, redirect_to_rewrite: true },
        base: { rewrite: false, redirect_to_rewrite: false },
      },
    ]);
  });

  it('stays open with the typed values and the message at its field where the server refuses', async () => {
    open('admin/redirects/new');
    await dialog.getByLabelText('From').fill('/old-01');
    await dialog.getByLabelText('To').fill('/x');
    const message = 'There is a redirect from this address already.';
    source.refuseNext({ kind: 'refused', message: 'Check the fields.', fields: { redirects_from: message } });
    await dialog.getByRole('button', { name: 'Save redirect' }).click();
    await expect.element(dialog.getByRole('link', { name: `From: ${message}` })).toBeVisible();
    await expect.element(dialog.getByLabelText('From')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog.getByLabelText('To')).toHaveValue('/x');
    await dialog.getByLabelText('From').fill('/old-99');
    await dialog.getByRole('button', { name: 'Save redirect' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(source.submitted.at(-1)).toMatchObject({ kind: 'create', values: { redirects_from: '/old-99', redirects_to: '/x' } });
  });

  it('asks before unsaved changes are left, and stores them as a draft', async () => {
    const { address } = open('admin/redirects/new');
    await dialog.getByLabelText('From').fill('/draft');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(address()).toBe('admin/redirects/new');
    await expect.element(dialog.getByLabelText('From')).toHaveValue('/draft');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect.poll(address).toBe('admin/redirects');
    await page.getByRole('link', { name: 'Create New' }).click();
    await expect.element(dialog.getByText(/^Unsaved changes from .* restored$/)).toBeVisible();
    await expect.element(dialog.getByLabelText('From')).toHaveValue('/draft');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(address).toBe('admin/redirects');
  });

  it('opens a record of this device by its local id, and its address follows the server’s', async () => {
    const { address } = open();
    await showNames('/old-01', '/old-02', '/old-03');
    source.setOnline(false);
    await source.submit({ change: { kind: 'create', values: { redirects_from: '/mine' } } }, new AbortController().signal);
    await page.getByRole('link', { name: '/mine' }).click();
    await expect.element(dialog.getByLabelText('From')).toHaveValue('/mine');
    await dialog.getByLabelText('To').fill('/typed');
    source.setOnline(true);
    source.drain();
    await expect.poll(address).toBe('admin/redirects/edit/1002');
    await expect.element(dialog.getByLabelText('To')).toHaveValue('/typed');
    await dialog.getByRole('button', { name: 'Save redirect' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(source.submitted.at(-1)).toMatchObject({ kind: 'update', id: '1002', values: { redirects_to: '/typed' } });
  });

  it('says while it is open that its record is being deleted', async () => {
    open('admin/redirects/edit/2');
    await dialog.getByLabelText('To').fill('/typed');
    await expect.element(dialog.getByText(/^This redirect is being deleted\./)).not.toBeInTheDocument();
    source.setOnline(false);
    await source.submit({ change: { kind: 'delete', id: '2', name: '/old-02' } }, new AbortController().signal);
    await expect.element(dialog.getByRole('status').getByText(/^This redirect is being deleted\./)).toBeVisible();
    await expect.element(dialog.getByLabelText('To')).toHaveValue('/typed');
  });

  it('says that there is no such record', async () => {
    open('admin/redirects/edit/99');
    await expect.element(dialog.getByText('There is no such redirect')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect.element(dialog).not.toBeInTheDocument();
    await showNames('/old-01', '/old-02', '/old-03');
  });
});

describe('a delete', () => {
  const question = page.getByRole('alertdialog');

  it('names the record in its question, and focuses the next row', async () => {
    open();
    await showNames('/old-01', '/old-02', '/old-03');
    await page.getByRole('button', { name: 'More for /old-02' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect.element(question.getByRole('heading', { name: 'Delete /old-02' })).toBeVisible();
    await expect.element(question.getByText('Are you sure you want to delete this redirect?')).toBeVisible();
    await expect.poll(focused).toBe(question.getByRole('button', { name: 'Cancel' }).element());
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(focused).toBe(page.getByRole('button', { name: 'More for /old-02' }).element());
    await page.getByRole('button', { name: 'More for /old-02' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    source.refuseNext({ kind: 'refused', message: 'Not now.', fields: {} });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(question.getByRole('alert').getByText('The redirect was not deleted. Not now.')).toBeVisible();
    await question.getByRole('button', { name: 'Delete' }).click();
    await showNames('/old-01', '/old-03');
    await expect.poll(() => focused()?.textContent).toBe('/old-03');
    expect(toasts.at(-1)).toMatchObject({ title: 'Redirect deleted', content: '/old-02 has been deleted.' });
  });

  it('of several records says how many, and deletes none of them twice', async () => {
    open();
    await showNames('/old-01', '/old-02', '/old-03');
    await page.getByRole('checkbox', { name: 'Select /old-01' }).click();
    await expect.element(page.getByText('1 redirect selected')).toBeVisible();
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Select all rows of this page' }).element().matches(':indeterminate'))
      .toBe(true);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
    await expect.element(page.getByText('3 redirects selected')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select /old-02' }).click();
    await page.getByRole('button', { name: /^Delete \d+…$/ }).click();
    await expect.element(question.getByText('Are you sure you want to delete these 2 redirects? /old-01 and /old-03.')).toBeVisible();
    source.refuseNext({ kind: 'refused', message: 'Not now.', fields: {} });
    await question.getByRole('button', { name: 'Delete 2' }).click();
    await expect
      .element(question.getByRole('alert').getByText('Not all redirects were deleted. 1 of 2 are still there. Not now.'))
      .toBeVisible();
    await question.getByRole('button', { name: 'Delete 2' }).click();
    await showNames('/old-02');
    expect(source.submitted.map((change) => 'id' in change && change.id)).toEqual(['1', '3', '1']);
    await expect.poll(() => focused()?.textContent).toBe('/old-02');
    await expect.element(page.getByText('selected')).not.toBeInTheDocument();
  });

  it('works by keyboard alone', async () => {
    open();
    await showNames('/old-01', '/old-02', '/old-03');
    page.getByRole('button', { name: 'More for /old-01' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(question).toBeVisible();
    await userEvent.keyboard('{Tab}{Enter}');
    await showNames('/old-02', '/old-03');
  });
});
