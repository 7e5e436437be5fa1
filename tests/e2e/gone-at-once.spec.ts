import { expect, type Page } from 'playwright/test';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { settingsPage } from './models/settings-page.ts';
import { deviceRows } from './support/device.ts';
import { type Profile, test } from './support/fixtures.ts';

const [facebook] = fieldsOf(socialLinks).filter(({ key }) => key === 'fb_link');
if (!facebook) throw new Error('Social links has no Facebook');

/** How often each way is tried: one of each kind once in every run, all of them with `ENDINGS=20` for a measurement. */
const times = Number(process.env['ENDINGS'] ?? '1');

type Doing = 'saves by keys' | 'saves by a click' | 'types';
type Ending = 'reload' | 'close';

/** What is there of the value at the next start: on the server, offered as unsaved, both, or neither. */
type Outcome = 'sent' | 'offered' | 'sent and offered' | 'lost';

/** Opens the screen in a window that its own script may close. */
async function openWindow({ context, page }: Profile, websiteId: string): Promise<Page> {
  const opened = context.waitForEvent('page');
  await page.evaluate((path) => window.open(path), settingsPage(page, socialLinks).path(websiteId));
  const window_ = await opened;
  // The question whether to leave is answered at once.
  window_.on('dialog', (dialog) => dialog.accept());
  await settingsPage(window_, socialLinks).expectOpen();
  return window_;
}

/** The page goes in the task of the event, right after the console has handled it. */
async function goWith(page: Page, doing: Doing, ending: Ending): Promise<void> {
  await page.evaluate(
    ([type, how]) => {
      const go = () => (how === 'reload' ? location.reload() : window.close());
      // React handles its events at the root of the page, before the window gets them.
      window.addEventListener(type, (event) => {
        if (!(event instanceof KeyboardEvent) || event.key === 's') go();
      });
      window.addEventListener(type, (event) => event instanceof KeyboardEvent && event.key === 's' && go(), true);
    },
    [doing === 'types' ? 'input' : doing === 'saves by keys' ? 'keydown' : 'click', ending] as const,
  );
}

const ways: readonly (readonly [Doing, Ending])[] = [
  ['saves by keys', 'reload'],
  ['saves by a click', 'close'],
  ['types', 'close'],
];
const more: typeof ways = [
  ['saves by keys', 'close'],
  ['saves by a click', 'reload'],
  ['types', 'reload'],
];

for (const [doing, ending] of times > 1 ? [...ways, ...more] : ways)
  test(`somebody ${doing}, and the page goes in the same moment by ${ending}: nothing is lost`, async ({ signedInProfile, site, api }) => {
    test.setTimeout(60_000 + times * 30_000);
    const profile = await signedInProfile();
    await profile.page.goto('/websites');
    const outcomes: Outcome[] = [];
    for (let at = 0; at < times; at += 1) {
      const page = await openWindow(profile, site.id);
      const form = settingsPage(page, socialLinks);
      const value = `https://${doing.replaceAll(' ', '-')}-${ending}-${at}.example/`;
      if (doing !== 'types') {
        await form.field(facebook).fill(value);
        await expect(form.changed(1)).toBeVisible();
      }
      await form.field(facebook).focus();
      await goWith(page, doing, ending);
      const gone = ending === 'reload' ? page.waitForEvent('load') : page.waitForEvent('close');
      const act = {
        'saves by keys': () => page.keyboard.press('Control+s'),
        'saves by a click': () => form.save.click(),
        // One event, and no second one on the page after it, as `fill` would make.
        types: () => page.keyboard.insertText(value),
      }[doing]();
      await Promise.all([gone, act.catch(() => undefined)]);
      const next = ending === 'reload' ? page : await openWindow(profile, site.id);
      const again = settingsPage(next, socialLinks);
      await again.expectOpen();
      const isSent = async () => (await api.setting(site.id, socialLinks.category, 'fb_link')) === value;
      const isOffered = () => again.saveBar.isVisible();
      const outcome = async (): Promise<Outcome> => {
        const [sent, offered] = [await isSent(), (await isOffered()) || (await deviceRows(next, 'tabDrafts')) > 0];
        if (sent) return offered ? 'sent and offered' : 'sent';
        return offered ? 'offered' : 'lost';
      };
      const settled = expect.poll(outcome, times > 1 ? { timeout: 5_000 } : {});
      await settled.toEqual(doing === 'types' ? 'offered' : 'sent').catch(() => undefined);
      outcomes.push(await outcome());
      if (outcomes.at(-1) === 'offered') {
        await again.expectValue(facebook, value);
        // That of the notice about the draft.
        await next.getByRole('main').getByRole('button', { name: 'Discard' }).first().click();
      }
      await expect.poll(() => deviceRows(next, 'tabDrafts')).toBe(0);
      await next.close();
    }
    const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
    console.log(
      `${doing}, ${ending}: ${(['sent', 'offered', 'sent and offered', 'lost'] as const).map((each) => `${each} ${count(each)}`).join(', ')}`,
    );
    expect(outcomes).toEqual(outcomes.map(() => (doing === 'types' ? 'offered' : 'sent')));
  });
