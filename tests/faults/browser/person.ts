import { mutationName } from '#contract/outbox-entry.ts';
import type { Page } from 'playwright';
import type { Website } from '#contract/entities/website.ts';
import { customTerminology } from '#contract/settings/custom-terminology.ts';
import type { Field } from '#contract/fields/field.ts';
import { settingOf } from '#contract/settings/index.ts';
import { categoryOf, fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { siteInfo } from '#contract/settings/site-info.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { logoPng } from '#server/seed/drawings.ts';
import { fileField } from '../../e2e/models/file-field.ts';
import { homepage } from '../../e2e/models/homepage.ts';
import { settingsPage } from '../../e2e/models/settings-page.ts';
import type { Random } from '../simulator/random.ts';
import type { Entry, Ledger } from './ledger.ts';
import { type LogLine, outboxLog, outboxRows, type RestingEntry } from './outbox-rows.ts';
import { answerOf, clearToasts } from './said.ts';
import { addBanner, openEditor, openHomepage, openSettings } from './slowly.ts';

interface PersonDeps {
  /** The number of this person among those who work side by side: each has separate fields and blocks. */
  readonly lane: number;
  readonly random: Random;
  readonly ledger: Ledger;
  readonly site: Website;
}

/** Saves go on in the background: `leaves` means that the person leaves the screen before it reports a result. */
export type Patience = 'waits' | 'leaves';

/** Longer than a screen takes to report that a change is stored. A page that was reloaded reports nothing. ms. */
const leftBehindMs = 20_000;

const screens: readonly SettingsScreen[] = [socialLinks, customTerminology];

/** What a person does in one tab at a time, by role and label. Each change has a unique value or label. */
export class Person {
  /** The person's own blocks that the screen has promised and that are not deleted, by label. */
  private readonly blocks = new Set<string>();
  private count = 0;
  /** The page in which a change was made whose message was not awaited. */
  private unread: Page | null = null;

  private readonly deps: PersonDeps;

  constructor(deps: PersonDeps) {
    this.deps = deps;
  }

  async saveSettings(page: Page, tab: string, patience: Patience): Promise<void> {
    const { random, ledger, site, lane } = this.deps;
    const screen = random.pick(screens);
    const form = settingsPage(page, screen);
    await openSettings(page, screen, site.id);
    const fields = fieldsOf(screen).slice(2 * lane, 2 * lane + 2);
    const chosen = random.chance(0.3) ? fields : [random.pick(fields)];
    const entries: Entry[] = [];
    await this.clearMessages(page);
    for (const field of chosen) {
      const value = this.valueFor(field);
      await form.fill(field, value);
      entries.push(ledger.write(tab, { kind: 'setting', category: categoryOf(screen, field), key: field.key, value }));
    }
    await form.save.click();
    await this.readMessage(page, entries, patience);
  }

  async upload(page: Page, tab: string, patience: Patience): Promise<void> {
    const { ledger, site } = this.deps;
    const favicon = settingOf('favicon')?.field;
    if (!favicon) throw new Error('There is no favicon.');
    const form = settingsPage(page, siteInfo);
    await openSettings(page, siteInfo, site.id);
    await this.clearMessages(page);
    const number = this.next();
    const name = `picture-${number}.png`;
    const color = `#${(number * 7919).toString(16).padStart(6, '0').slice(-6)}`;
    const file = fileField(page, favicon);
    await file.choose({ name, bytes: logoPng({ wall: color, roof: '#222222' }, 40 + number, 30) });
    await file.expectFile(name);
    const entry = ledger.write(tab, { kind: 'file', name });
    await form.save.click();
    await this.readMessage(page, [entry], patience);
  }

  async addBlock(page: Page, tab: string, patience: Patience): Promise<void> {
    const { ledger, site } = this.deps;
    await openHomepage(page, site.id);
    await this.clearMessages(page);
    const label = `Made ${this.next()}`;
    const entry = ledger.write(tab, { kind: 'create', label });
    await addBanner(page, label);
    await this.readMessage(page, [entry], patience);
    if (entry.promised !== 'none') this.blocks.add(label);
  }

  async editBlock(page: Page, tab: string, patience: Patience): Promise<void> {
    const label = this.ownBlock();
    if (label === null) return this.addBlock(page, tab, patience);
    const home = homepage(page);
    await openHomepage(page, this.deps.site.id);
    await openEditor(page, label);
    await this.clearMessages(page);
    const value = `Title ${this.next()}`;
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(value);
    const entry = this.deps.ledger.write(tab, { kind: 'title', label, value });
    await home.save.click();
    await this.readMessage(page, [entry], patience);
  }

  async toggleBlock(page: Page, tab: string): Promise<void> {
    const label = this.ownBlock();
    if (label === null) return this.addBlock(page, tab, 'waits');
    const { ledger, site } = this.deps;
    const home = homepage(page);
    await openHomepage(page, site.id);
    await this.clearMessages(page);
    const hidden = (await home.eye(label).getAttribute('aria-pressed')) === 'true';
    const entry = ledger.write(tab, { kind: 'show', label, enabled: hidden });
    const before = await this.showEntries(page, label);
    await home.eye(label).click();
    // The message of a stored change comes later, if at all.
    this.unread = page;
    // The list shows the change at once; it is a promise once it is stored: an entry was added, or removed again.
    for (let looked = 0; looked < 100; looked += 1) {
      if ((await this.showEntries(page, label)) !== before) {
        entry.promised = 'device';
        entry.said = 'in the list';
        return;
      }
    }
  }

  async moveBlock(page: Page, tab: string, patience: Patience): Promise<void> {
    const label = this.ownBlock();
    if (label === null) return this.addBlock(page, tab, patience);
    const { ledger, site, random } = this.deps;
    const home = homepage(page);
    await openHomepage(page, site.id);
    await this.clearMessages(page);
    const before = await home.labels();
    const at = before.indexOf(label);
    const up = at > 1 && (at === before.length - 1 || random.chance(0.5));
    const other = before[at + (up ? -1 : 1)];
    if (at < 0 || other === undefined || other === 'Cover') return;
    await home.menu(label, up ? 'Move up' : 'Move down');
    // In the list's current order: other people create and delete blocks meanwhile.
    const entry = ledger.write(tab, { kind: 'order', labels: await home.labels() });
    await this.readMessage(page, [entry], patience);
  }

  async deleteBlock(page: Page, tab: string, patience: Patience): Promise<void> {
    const label = this.ownBlock();
    if (label === null) return this.addBlock(page, tab, patience);
    const { ledger, site } = this.deps;
    const home = homepage(page);
    await openHomepage(page, site.id);
    await openEditor(page, label);
    await this.clearMessages(page);
    await home.deleteBlock.click();
    const entry = ledger.write(tab, { kind: 'delete', label });
    this.blocks.delete(label);
    await home.deleteDialog.getByRole('button', { name: 'Delete Block', exact: true }).click();
    await this.readMessage(page, [entry], patience);
  }

  /** The next number of this person. */
  private next(): number {
    this.count += 1;
    return this.deps.lane * 10_000 + this.count;
  }

  /**
   * Waits for the message of an earlier change that this tab has left behind, so that it is not taken for the next one: many have the same
   * text.
   */
  private async clearMessages(page: Page): Promise<void> {
    if (this.unread === page) await answerOf(page, leftBehindMs).catch(() => undefined);
    this.unread = null;
    await clearToasts(page);
  }

  private async readMessage(page: Page, entries: readonly Entry[], patience: Patience): Promise<void> {
    if (patience === 'leaves') {
      this.unread = page;
      return;
    }
    const { promised, said } = await answerOf(page);
    for (const entry of entries) {
      entry.promised = promised;
      entry.said = said;
      if (promised === 'device' && !(await this.isKept(page, entry))) entry.said += ' It was not there.';
    }
  }

  /**
   * Whether a create or a delete that the screen reports as stored is on the device, or has been dequeued. Polls, since a write may be
   * slow.
   */
  private async isKept(page: Page, { change }: Entry): Promise<boolean> {
    if (change.kind !== 'create' && change.kind !== 'delete') return true;
    const { kind, label } = change;
    // A block that is deleted before it was sent leaves only this line in the log.
    const hasLeft = ({ words: text, outcome }: LogLine) =>
      text === `Homepage: delete ${label}` || (text === `Homepage: new block ${label}` && (kind === 'create' || outcome === 'discarded'));
    const waits = ({ resource, mutation, body }: RestingEntry) =>
      resource === 'block' && mutation === kind && JSON.stringify(body).includes(JSON.stringify(label));
    for (let looked = 0; looked < 100; looked += 1) {
      if ((await outboxRows(page)).some(waits) || (await outboxLog(page)).some(hasLeft)) return true;
    }
    return false;
  }

  /** Only the entries of this block: other people show and hide theirs meanwhile. */
  private async showEntries(page: Page, label: string): Promise<string> {
    const ofBlock = (text: string) => text.includes(JSON.stringify(label));
    const entries = (await outboxRows(page)).filter((entry) => mutationName(entry) === 'block.update');
    return JSON.stringify(entries.map(({ opId, body }) => [opId, JSON.stringify(body)] as const).filter(([, body]) => ofBlock(body)));
  }

  private ownBlock(): string | null {
    return this.blocks.size === 0 ? null : this.deps.random.pick([...this.blocks]);
  }

  private valueFor(field: Field): string {
    const number = this.next();
    return field.kind === 'url' ? `https://change-${number}.example/` : `Change ${number}`;
  }
}
