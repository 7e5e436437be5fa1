import type { Category } from '#contract/entities/setting.ts';
import type { Simulation, Take } from './simulation.ts';
import { blockKey, movedSetting } from './fake-server.ts';
import { secondMark, type WebsiteId } from './places.ts';
import { colleague, type ServerRequest } from './server-request.ts';
import type { Random } from './random.ts';
import { settingsFields } from './step.ts';

/** A colleague, on another device, sets one field of the settings. */
export function colleagueSets(simulation: Simulation, websiteId: WebsiteId, category: Category, key: string): void {
  const { server, disk } = simulation.browser;
  simulation.count += 1;
  if (!disk.tables.outbox.rows().some(({ status }) => status === 'sending')) simulation.atRest.add(server.effects.length);
  const value = [`c${simulation.count}${websiteId === 'w2' ? secondMark : ''}`];
  const body = { data: { settings: [{ key, value, category }] } };
  const call = 'updateSettings';
  server.handle({ call, params: { websiteId }, query: {}, body, key: null, ifMatch: null, author: colleague, accountId: '' });
}

/** A colleague, on another device, changes a record on the server. */
export function colleagueChanges(simulation: Simulation, websiteId: WebsiteId, step: Take<'colleague'>, random: Random): void {
  const { server } = simulation.browser;
  const mark = websiteId === 'w2' ? secondMark : '';
  simulation.count += 1;
  const { outbox } = simulation.browser.disk.tables;
  if (!outbox.rows().some(({ status }) => status === 'sending')) simulation.atRest.add(server.effects.length);
  const send = (request: Pick<ServerRequest, 'call'> & Partial<ServerRequest>) =>
    server.handle({ params: { websiteId }, query: {}, body: null, key: null, ifMatch: null, author: colleague, accountId: '', ...request });
  const blocks = server.blocksOf(websiteId).filter((block) => !block.static);
  switch (step.change) {
    case 'setting': {
      const [category, keys] = random.pick(settingsFields);
      // Or the colleague clears the field.
      const value = random.chance(0.25) ? null : [`c${simulation.count}${mark}`];
      const settings = [{ key: random.pick(keys), value, category }];
      send({ call: 'updateSettings', body: { data: { settings } } });
      return;
    }
    case 'create':
      send({ call: 'createBlock', body: { key: blockKey, label: `C${simulation.count}${mark}` } });
      return;
    case 'block':
    case 'delete': {
      if (blocks.length === 0) return;
      const { id } = random.pick(blocks);
      if (step.change === 'delete') send({ call: 'deleteBlock', query: { id } });
      else
        send({
          call: 'updateThemeSettings',
          params: { websiteId, blockId: id },
          body: { data: { settings: [{ key: movedSetting, value: [`c${simulation.count}${mark}`] }] } },
        });
      return;
    }
    case 'order': {
      const items = blocks.toReversed().map(({ id }, at) => ({ id, priority: at + 1 }));
      send({ call: 'bulkUpdateBlocks', body: { items } });
      return;
    }
  }
}
