import { redirects } from '#contract/resources/redirects.ts';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DownloadButton } from './download-button.tsx';
import { fakeClientServices } from './testing/fake-client-services.ts';

const world = vi.hoisted(() => ({ services: null as unknown, app: null as unknown }));
vi.mock('#src/app/use-client-services.ts', () => ({ useClientServices: () => world.services }));
vi.mock('#src/app/use-app.ts', () => ({ useApp: () => world.app }));

it('downloads need a connection, and say so at the button', async () => {
  const { services, setOnline } = fakeClientServices();
  const call = async () => ({ kind: 'answered', data: '<urlset/>', pagination: null, etag: null });
  Object.assign(world, { services, app: { notify: () => undefined, client: { call } } });
  const [download] = redirects.list.downloads ?? [];
  if (!download) throw new Error('redirects have no download');
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<DownloadButton websiteId="5" download={download} />);
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await page.getByRole('button', { name: 'Download Sitemap' }).click();
  await expect.poll(() => click.mock.contexts).toMatchObject([{ download: 'sitemap.xml' }]);
  expect(opened).toHaveBeenCalledOnce();
  setOnline(false);
  const button = page.getByRole('button', { name: 'Download Sitemap' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAttribute('title', 'Download Sitemap needs a connection.');
  click.mockRestore();
  opened.mockRestore();
  root.unmount();
});
