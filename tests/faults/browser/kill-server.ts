import { mutationName } from '#contract/outbox-entry.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { settingsPage } from '../../e2e/models/settings-page.ts';
import { Random } from '../simulator/random.ts';
import { compared } from './compared.ts';
import { drained } from './drained.ts';
import { Ledger } from './ledger.ts';
import { outboxRows } from './outbox-rows.ts';
import { answerOf, clearToasts } from './said.ts';
import { addBanner, bringToDevice, openHomepage, openSettings } from './slowly.ts';
import { openWorld } from './world.ts';

interface KillOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly keys: boolean;
}

/** Saves are made offline; then the API is killed while it receives them, and started again. */
export async function runKillServer({ rounds, seed, keys }: KillOptions): Promise<boolean> {
  const random = new Random(seed);
  await using world = await openWorld({ draw: () => null, holdMs: () => 0, keys });
  const { site, context, server, proxy } = world;
  const ledger = new Ledger();
  const page = await world.newPage();
  const [, ...fields] = fieldsOf(socialLinks);
  await openHomepage(page, site.id);
  await bringToDevice(page);
  let inFlight = 0;
  for (let round = 1; round <= rounds; round += 1) {
    await context.setOffline(true);
    const form = settingsPage(page, socialLinks);
    await openSettings(page, socialLinks, site.id);
    await clearToasts(page);
    const field = random.pick(fields);
    const value = `https://round-${round}.example/`;
    await form.fill(field, value);
    const save = ledger.write('1', { kind: 'setting', category: 'social', key: field.key, value });
    await form.save.click();
    Object.assign(save, await answerOf(page));
    for (const part of ['a', 'b']) {
      await openHomepage(page, site.id);
      await clearToasts(page);
      const label = `Round ${round}${part}`;
      const made = ledger.write('1', { kind: 'create', label });
      await addBanner(page, label);
      Object.assign(made, await answerOf(page));
    }
    // The kill happens at the first write, or one after it, and up to this many ms into it.
    const [at, delayMs] = [1 + random.int(3), random.int(60)];
    let writes = 0;
    const killed = new Promise<void>((resolve, reject) => {
      proxy.onRequest((method) => {
        if (method !== 'GET') writes += 1;
        if (method === 'GET' || writes !== at) return;
        setTimeout(() => void server.kill().then(resolve, reject), delayMs);
      });
    });
    const before = proxy.effects.length;
    await context.setOffline(false);
    await killed;
    proxy.onRequest(null);
    if ((await outboxRows(page)).some(({ status }) => status === 'sending')) inFlight += 1;
    await server.start();
    const { left, stuck } = await drained(page);
    console.log(
      `round ${round}: killed ${delayMs} ms after write ${at}; ${proxy.effects.length - before} writes answered in all; left ${left.length}`,
    );
    if (left.length > 0) {
      for (const entry of left)
        console.log(`left: ${mutationName(entry)} ${entry.status} ${JSON.stringify(entry.lastError)} ${JSON.stringify(entry.body)}`);
      if (stuck.length > 0) return false;
    }
  }
  const left = await outboxRows(page);
  const { findings, asked } = await compared({ api: world.api, websiteId: site.id, ledger, left, effects: proxy.effects, keys });
  for (const { kind, what } of findings) console.log(`${kind}: ${what}`);
  const counted = (kind: string) => findings.filter((finding) => finding.kind === kind).length;
  console.log(
    `${rounds} kills, ${inFlight} of them with an entry on its way; changes: ${ledger.entries.length}; lost: ${counted('lost')}, doubled: ${counted('doubled')}, reordered: ${counted('reordered')}, asked: ${asked}`,
  );
  return findings.length === 0;
}
