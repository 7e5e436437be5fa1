import type { Website } from '#contract/entities/website.ts';
import { folded } from '#contract/folded.ts';
import { toJson } from '#contract/json.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { CopyBlockDialog } from './copy-block-dialog.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const services = vi.hoisted((): { websites: readonly Website[] } => ({ websites: [] }));
vi.mock('#src/app/use-client-services.ts', () => ({
  useClientServices: () => ({
    websites: {
      loadPage: async ({ q }: ListQuery): Promise<PageLoaded> => {
        const rows = services.websites.filter(({ name }) => folded(name).includes(folded(q)));
        const pagination = { page: 0, per_page: 100, total: rows.length, last_page: 0 };
        return { kind: 'page', rows: rows.map(toJson), pagination, fromDevice: false, fetchedAt: 0 };
      },
    },
    connection: { getSnapshot: () => ({ hasTag: () => false }), on: () => ({ unsubscribe: () => undefined }) },
  }),
}));

const website = (id: string, name: string, theme: Website['theme_key']): Website => ({
  ...{ id, name, theme_id: '1', theme_key: theme, created_at: null, updated_at: null, deleted_at: null, domains: [] },
});
const at = rootForEach();
const none = () => undefined;
const open = () => at.root.render(<CopyBlockDialog label="Banner" websiteId="1" theme="byron" onChoose={none} onClose={none} />);
const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? '';
const type = async (text: string) => {
  await expect.poll(() => document.querySelector('[role=dialog] input')).not.toBeNull();
  const input = document.querySelector('[role=dialog] input');
  if (input) await userEvent.fill(input, text);
};
const noOther = 'No other website has this theme.';
const noMatch = 'No other website of this theme matches.';

beforeEach(() => {
  services.websites = [website('1', 'North Shore', 'byron'), website('2', 'Harbour', 'byron'), website('3', 'Valley', 'minimal')];
});

it('a search without a result says so, and does not say that there is no website to copy to', async () => {
  open();
  await expect.poll(dialog).toContain('Harbour');
  expect(dialog()).not.toContain('No other website');
  await type('valley');
  await expect.poll(dialog).toContain(noMatch);
  expect(dialog()).not.toContain(noOther);
  await type('harb');
  await expect.poll(dialog).toContain('Harbour');
  expect(dialog()).not.toContain(noMatch);
});

it('where no other website has the theme the list says that', async () => {
  services.websites = services.websites.filter(({ id }) => id !== '2');
  open();
  await expect.poll(dialog).toContain(noOther);
  expect(dialog()).not.toContain(noMatch);
  await type('\u200b');
  await expect.poll(() => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value).toBe('\u200b');
  await expect.poll(dialog).toContain(noOther);
  expect(dialog()).not.toContain(noMatch);
});
