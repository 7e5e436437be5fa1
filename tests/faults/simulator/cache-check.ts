import { sameJson } from '#contract/json.ts';
import type { Effect } from './fake-server.ts';
import type { Browser } from './browser.ts';
import { settingsFields } from './step.ts';
import type { Tab } from './tab.ts';

/**
 * Where this device wrote last, its cache holds what it wrote: an older reading has not come over it. Answers the fields of
 * which that is not so. To be asked when nothing waits any more.
 */
export async function staleFields(
  { server, run }: Pick<Browser, 'server' | 'run'>,
  { store }: Tab,
  userId: string,
): Promise<readonly string[]> {
  const last = new Map<string, Effect>();
  for (const effect of server.effects) if (effect.kind === 'field') last.set(`${effect.record} ${effect.field}`, effect);
  const stale: string[] = [];
  for (const [category, keys] of settingsFields) {
    const { stored } = await run(store.readSettings(userId, 'w1', category));
    for (const key of stored === null ? [] : keys) {
      const effect = last.get(`settings/w1/${category} ${key}`);
      const cached = stored?.find((setting) => setting.key === key)?.value ?? null;
      if (effect?.author === userId && !sameJson(cached, effect.value))
        stale.push(`${key}: ${JSON.stringify(cached)}, not ${JSON.stringify(effect.value)}`);
    }
  }
  const { stored: blocks } = await run(store.readBlocks(userId, 'w1'));
  if (blocks === null) return stale;
  for (const effect of server.effects) {
    if (effect.author !== userId) continue;
    const isThere = (id: unknown) => server.blocksOf('w1').some((block) => block.id === id);
    const isCached = (id: unknown) => blocks.some((block) => block.id === id);
    if (effect.kind === 'created' && isThere(effect.value) && !isCached(effect.value)) stale.push(`block ${effect.field} is missing`);
    if (effect.kind === 'deleted' && isCached(effect.field)) stale.push(`block ${effect.field} is still there`);
    const [id, kind, key] = effect.field.split('/');
    if (effect.kind !== 'field' || kind === undefined || last.get(`${effect.record} ${effect.field}`) !== effect || !isCached(id)) continue;
    const block = blocks.find((one) => one.id === id);
    const cached = kind === 'enabled' ? block?.enabled : block?.settings?.find((setting) => setting.key === key)?.value;
    if (!sameJson(cached ?? null, effect.value))
      stale.push(`${effect.field}: ${JSON.stringify(cached ?? null)}, not ${JSON.stringify(effect.value)}`);
  }
  return stale;
}
