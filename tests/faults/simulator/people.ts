import { pendingEntry } from '#machines/testing/pending-entry.ts';
import { localId } from '#contract/resources/local-id.ts';
import type { SettingWrite } from '#contract/entities/setting.ts';
import { recordVersion } from '#db/migrate-entry.ts';
import { attend } from './attention.ts';
import { changeBlocks, nextChange } from './block-changes.ts';
import { colleagueChanges } from './colleague.ts';
import { Forms } from './forms.ts';
import { Simulation, type Take } from './simulation.ts';
import { handOver } from './hand-over.ts';
import { noFaults, type FaultMix } from './fake-network.ts';
import { refusedPrefix } from './server-request.ts';
import { sendsLate } from './back-off-check.ts';
import { keepFile } from './keep-file.ts';
import { workInList } from './homepage-list.ts';
import { saveWhileStalled } from './stalled-store.ts';
import { goneAtOnce } from './gone-at-once.ts';
import { contactRecord, contactsRecord } from './contacts.ts';
import { late } from './late.ts';
import { accountOf } from './places.ts';
import { signOut } from './leave.ts';
import { Random } from './random.ts';
import { passTime } from './progress-checks.ts';
import { overlap } from './overlap.ts';
import { changeRecords, visitRecords } from './record-changes.ts';
import { changeBothWebsites } from './second-website.ts';
import { colleagueChangesRecords, overtakeRecords, waitWithRecords } from './record-steps.ts';
import { editedOf, settingsFields, type Step } from './step.ts';
import type { Tab } from './tab.ts';
import { Typing } from './typing.ts';
import { StoreLoss } from './store-gone.ts';
import { wait } from './waiting.ts';
import { windows } from './windows.ts';

/** What an entry that can't be read would write. */
export const unreadableValue = 'unreadable';

const down: FaultMix = { share: 1, faults: ['503 before'] };
const trouble: FaultMix = { share: 1, faults: ['timeout before', '503 before', '429', 'answer lost'] };

/** The steps that nobody takes while somebody signs out. */
const byPeople: ReadonlySet<Step['kind']> = new Set<Step['kind']>([
  'save',
  'block',
  'record',
  'recordVisit',
  'recordOvertaken',
  'recordWait',
  'bothWebsites',
  'form',
  'goneAtOnce',
  'storeGoneOpen',
  'stall',
  'homepage',
  'upload',
  'visit',
  'attend',
  'handOver',
  'wait',
  'late',
  'type',
  'windows',
  'overlap',
  'signOut',
  'signIn',
  'signInAgain',
]);

/** The people of a schedule: what they do at the console, and the save statuses that they see. */
export class People extends Simulation {
  /** Whether our own back-off ended when the connection was back. */
  wasLate = false;
  readonly typing = new Typing(this);
  readonly forms = new Forms(this);
  readonly storeLoss = new StoreLoss(this, () => this.forms.forgetDrafts());

  take(step: Step): Promise<void> {
    return this.on(step.website ?? this.websiteId, () => this.takeHere(step));
  }

  private async takeHere(step: Step): Promise<void> {
    const { browser, websiteId } = this;
    const random = new Random(step.dice);
    this.promises.moment += 1;
    if (browser.leaving && byPeople.has(step.kind)) return;
    switch (step.kind) {
      case 'save':
        return this.under(step.ownFaults, () => this.save(step, random));
      case 'block':
        return this.under(step.ownFaults, async () => {
          await changeBlocks(this, step, random);
          if (!step.twice) return;
          this.promises.moment += 1;
          await changeBlocks(this, { ...step, change: nextChange(step, random) }, new Random(step.dice));
        });
      case 'upload':
        return this.under(step.ownFaults, () => this.upload(step));
      case 'record':
        return this.under(step.ownFaults, async () => {
          const first = this.promises.all.length;
          await changeRecords(this, step, random);
          const changed = this.promises.all[first];
          if (!step.twice || !changed) return;
          const label = changed.record === contactsRecord ? changed.field : changed.record.slice(contactRecord('').length);
          const next = random.pick(['edit', 'edit', 'delete', 'act', 'null'] as const);
          this.promises.moment += 1;
          await changeRecords(this, { ...step, change: next, label }, new Random(step.dice + 1));
        });
      case 'recordVisit':
        return visitRecords(this, await browser.tab(step.tab));
      case 'recordColleague':
        return browser.scheduler.afterTurns(step.after, () => colleagueChangesRecords(this, websiteId, step, random));
      case 'recordOvertaken':
        return overtakeRecords(this, step, random);
      case 'recordWait':
        return waitWithRecords(this, step, random);
      case 'bothWebsites':
        return changeBothWebsites(this, step, random);
      case 'form':
        return this.forms.take(step, random);
      case 'homepage':
        return workInList(this, step, random);
      case 'storeGone':
        return this.storeLoss.remove(step);
      case 'storeGoneOpen':
        return this.storeLoss.removeOpen(step, this.forms, random);
      case 'stall':
        return saveWhileStalled(this, step, random);
      case 'goneAtOnce':
        return goneAtOnce(this, step, random);
      case 'visit':
        return this.visit(await browser.tab(step.tab));
      case 'colleague':
        return browser.scheduler.afterTurns(step.after, () => colleagueChanges(this, websiteId, step, random));
      case 'attend':
        return attend(this, step, random);
      case 'pause':
        return this.pause(step, random);
      case 'outage':
        return this.outage(step, random);
      case 'handOver':
        return handOver(this, step, random);
      case 'wait':
        return wait(this, step, random);
      case 'late':
        return late(this, step, random);
      case 'type':
        return this.typing.take(step, random);
      case 'windows':
        return windows(this, this.typing, step, random);
      case 'overlap':
        return overlap(this, step, random);
      case 'signOut':
        return signOut(this, step);
      case 'signIn':
        if (browser.session === null) browser.signIn(step.userId);
        else if (browser.session.userId !== step.userId) await signOut(this, { ...step, keep: true }, step.userId);
        return;
      case 'signInAgain':
        if (browser.session && !browser.network.tokens.has(browser.session.token)) browser.signIn(browser.session.userId);
        return;
      default:
        return this.disturb(step, random);
    }
  }

  /** The faults that requests meet until the work, and everything that it starts at once, is over. */
  private async under(ownFaults: FaultMix | null, work: () => Promise<void>): Promise<void> {
    const { network } = this.browser;
    const { faultMix } = network;
    if (ownFaults) network.faultMix = ownFaults;
    await work();
    network.faultMix = faultMix;
  }

  private async disturb(step: Step, random: Random): Promise<void> {
    const { browser } = this;
    const { scheduler } = browser;
    switch (step.kind) {
      case 'faults':
        browser.network.faultMix = step.faultMix;
        return;
      case 'unplug':
      case 'plug':
        (await browser.tab(step.tab)).unplugged = step.kind === 'unplug';
        return;
      case 'crash':
        browser.crashAfter(await browser.tab(step.tab), step.after);
        return;
      case 'freeze': {
        browser.freezeAfter(await browser.tab(step.tab), step.after);
        return;
      }
      case 'thaw':
        for (const tab of browser.alive()) this.thaw(tab);
        return;
      case 'openTab':
        if (browser.alive().length < 3) await browser.open();
        return;
      case 'quota':
        browser.hit(step.fault === 'broken' ? 'broken device' : 'quota');
        scheduler.afterTurns(step.after, () => browser.disk.failNext(step.fault));
        return;
      case 'fullDisk':
        return this.changeOnFullDisk(step);
      case 'jump':
        browser.hit('jump');
        scheduler.jump(step.ms);
        return;
      case 'expire':
        browser.expireSession();
        return;
      case 'pass':
        return passTime(browser, step.ms);
      case 'runUntilIdle':
        return scheduler.runUntilIdle();
      case 'poison':
        return this.poison(step, random);
      case 'sendNow':
        (await browser.tab(step.tab)).sync.send({ type: 'drain.requested' });
        return;
      default:
    }
  }

  private async save(step: Take<'save'>, random: Random): Promise<void> {
    const { browser, websiteId } = this;
    const tab = await browser.tab(step.tab);
    const { session } = browser;
    if (!session || tab.process.state !== 'running') return;
    if (!step.stale || !this.hasView(tab)) await this.look(tab);
    const chosen = step.both ? settingsFields : [random.pick(settingsFields)];
    const isShown = () => chosen.every(([category]) => this.views.get(tab)?.has(category));
    if (!isShown()) await this.visit(tab);
    if (!isShown()) return;
    const others = browser.alive().filter((one) => one !== tab && one.process.state === 'running');
    const other = !step.together ? null : others.length > 0 && random.chance(0.7) ? random.pick(others) : tab;
    if (other && !this.hasView(other)) await this.look(other);
    if (step.visiting) this.beginVisit(random.pick(other ? [tab, other] : [tab]));
    const write = (value: Take<'save'>['value']) =>
      chosen.flatMap(([category, keys]) =>
        // Often several fields of one category; only the first has the step's value.
        editedOf(keys, random).map(
          (key, at): SettingWrite => ({ key, category, type: null, value: this.newValue(at === 0 ? value : 'new') }),
        ),
      );
    const first = write(step.value);
    this.beginSubmit(tab, first);
    if (other) {
      // Often the same fields, while the first values are being sent.
      const again = first.map((one): SettingWrite => ({ ...one, value: this.newValue('new') }));
      const writes = random.chance(0.5) ? again : write('new');
      browser.scheduler.afterTurns(random.int(40), () => void this.on(websiteId, async () => this.beginSubmit(other, writes)));
    }
    await browser.scheduler.runUntilIdle();
    // The screen then begins from the saved values, as the form does.
    await this.look(tab);
    if (other && other !== tab) await this.look(other);
  }

  private async changeOnFullDisk({ dice, tab, change }: Take<'fullDisk'>): Promise<void> {
    const { browser } = this;
    browser.hit('full disk');
    // More than everything that the device can remove to make room.
    browser.disk.fillUntilFreed(1_000);
    const plain = { dice, tab, ownFaults: null } as const;
    if (change === 'save')
      await this.take({ ...plain, kind: 'save', value: 'new', stale: false, both: false, together: false, visiting: false });
    else if (change === 'block') await this.take({ ...plain, kind: 'block', change: 'settings', twice: false });
    else if (change === 'upload') await this.take({ ...plain, kind: 'upload', refused: false, names: true });
    else await this.take({ ...plain, kind: 'record', change: 'edit', twice: false, isStale: false, reads: false, visiting: false });
    browser.disk.fillUntilFreed(0);
  }

  private async pause(step: Take<'pause'>, random: Random): Promise<void> {
    const { browser } = this;
    const tab = await browser.tab(step.tab);
    if (browser.alive().length < 2) await browser.open();
    if (tab.process.state !== 'running') return;
    const { faultMix } = browser.network;
    // Neither this tab nor the one that takes over finishes with this fault.
    if (step.at === 'applyResult' && step.after === 0) browser.network.faultMix = down;
    if (step.at === 'anywhere') browser.freezeAfter(tab, step.after);
    else browser.freezeAt(tab, step.at);
    // The tab that takes over meets faults too, so that the entry is still there when the frozen tab is resumed.
    if (random.chance(0.5))
      browser.scheduler.afterTurns(step.after, () => {
        browser.network.faultMix = trouble;
      });
    const create = {
      dice: step.dice,
      kind: 'block',
      tab: browser.alive().indexOf(tab),
      change: 'create',
      twice: false,
      ownFaults: null,
    } as const;
    if (random.chance(0.5)) await changeBlocks(this, create, random);
    else await this.saveOne(tab, random);
    await browser.scheduler.advance(step.ms);
    browser.freezeAt(tab, null);
    this.thaw(tab);
    await browser.scheduler.runUntilIdle();
    browser.network.faultMix = faultMix;
  }

  private async outage(step: Take<'outage'>, random: Random): Promise<void> {
    const { browser } = this;
    const tab = await browser.tab(step.tab);
    const { session } = browser;
    if (session === null || tab.process.state !== 'running') return;
    const { faultMix } = browser.network;
    browser.network.faultMix = down;
    await this.saveOne(tab, random);
    await browser.scheduler.advance(step.ms);
    const tabs = browser.alive().filter((one) => one.process.state === 'running' && !one.unplugged);
    for (const one of tabs) one.unplugged = true;
    await browser.scheduler.advance(1_000);
    browser.network.faultMix = noFaults;
    for (const one of tabs) one.unplugged = false;
    if (await sendsLate(browser, session.userId)) this.wasLate = true;
    browser.network.faultMix = faultMix;
  }

  private async saveOne(tab: Tab, random: Random): Promise<void> {
    await this.look(tab);
    const [category, keys] = random.pick(settingsFields);
    this.beginSubmit(tab, [{ key: random.pick(keys), category, type: null, value: this.newValue('new') }]);
  }

  private thaw({ process }: Tab): void {
    if (process.state === 'frozen') process.state = 'running';
  }

  private async upload(step: Take<'upload'>): Promise<void> {
    const { browser, websiteId } = this;
    const tab = await browser.tab(step.tab);
    const userId = browser.session?.userId;
    if (userId === undefined || !this.isAtWork(userId) || tab.process.state !== 'running') return;
    this.count += 1;
    const name = `${step.refused ? refusedPrefix : 'f'}${this.count}.png`;
    const local = localId(browser.random.uuid());
    const change = this.promises.add({ userId, kind: 'upload', record: `files/${websiteId}`, field: name, value: null });
    const blob = new Blob([name]);
    const appended = keepFile(tab, {
      userId,
      accountId: accountOf(userId),
      websiteId,
      body: { localId: local, websiteId, settingKey: 'favicon', category: 'site_info', type: 'image', name, bytes: blob.size },
      base: {},
      file: { blob, name },
    });
    this.conclude(tab, [change], appended);
    this.unnamedUploads.set(local, change);
    await browser.scheduler.runUntilIdle();
    if (!step.names || change.state !== 'promised') return;
    const read = () => this.peek(tab, tab.store.readSettings(userId, websiteId, 'site_info'));
    if ((await read())?.stored === null) await this.visit(tab);
    const stored = (await read())?.stored;
    if (!stored || !this.isAtWork(userId)) return;
    const base = { favicon: stored.find(({ key }) => key === 'favicon')?.value ?? null };
    this.unnamedUploads.delete(local);
    this.submitSettings(tab, [{ key: 'favicon', category: 'site_info', type: 'image', value: [local] }], base, { named: [`file:${name}`] });
    await browser.scheduler.runUntilIdle();
    await this.look(tab);
  }

  private async poison(step: Take<'poison'>, random: Random): Promise<void> {
    const userId = this.browser.session?.userId;
    if (userId === undefined || this.leaving.has(userId)) return;
    const settings = [{ key: 'fb_link', category: 'social', type: null, value: [unreadableValue] }];
    const { seq: _, ...columns } = pendingEntry;
    const changed = { opId: random.uuid(), userId, accountId: accountOf(userId), recordVersion: recordVersion + 1, appVersion: 'newer' };
    const entry = { ...columns, ...changed, body: { category: 'social', settings } };
    const { recordVersion: __, ...malformed } = entry;
    // As other code leaves it, with its indexed columns.
    const found = { record: `settings ${this.websiteId}/social`, attention: 0, due: 0 };
    await this.browser.device.addEntry({ ...(step.problem === 'newer' ? entry : malformed), ...found });
    const known = this.unreadable.get(userId);
    if (known !== null) this.unreadable.set(userId, (known ?? 0) + 1);
  }
}
