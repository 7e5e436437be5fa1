import { expect, it } from 'vitest';
import { unreadIn } from './lean-descriptions.ts';

it.each([
  ['machines/sync/sync.machine.ts', ['description', 'meta', 'summary']],
  ['contract/calls/define.ts', ['description', 'meta', 'summary', 'errors', 'waits']],
  ['machines/export/chart-model.ts', null],
  ['db/client-db.ts', null],
])('knows in every folder what nobody reads of %s', (path, expected) => {
  for (const project of ['/srv/frontage/', '/srv/machines/', '/srv/contract/calls/']) {
    const names = unreadIn(project + path, project);
    expect(names && [...names]).toEqual(expected);
  }
});
