import type { Defect } from './defect.ts';

const source = 'src/offline/records-source.ts';
const pages = 'src/offline/loaded-pages.ts';
const listTest = 'src/offline/records-pages.test.ts';
const pagesTest = 'src/offline/loaded-pages.test.ts';

/** Pages of lists that could not be read. */
export const pageDefects: readonly Defect[] = [
  {
    name: 'failed page shown as offline',
    breaks: 'A list that the server refuses says that there is no connection.',
    file: pages,
    from: 'showPage(null);\n        return loaded;',
    to: "showPage(null);\n        return { kind: 'offline' };",
    test: pagesTest,
  },
  {
    name: 'aborted page shown',
    breaks: 'A page that was left while it loaded is shown over the one that is open.',
    file: pages,
    from: "if (signal.aborted) return { kind: 'offline' };",
    to: '',
    test: pagesTest,
  },
  {
    name: 'page of the device shown as fetched',
    breaks: 'A page of this device counts as the server’s.',
    file: pages,
    from: "return { kind: fromDevice ? 'offline' : 'fetched' };",
    to: "return { kind: 'fetched' };",
    test: pagesTest,
  },
  {
    name: 'failed page kept as an empty one',
    breaks: 'A list whose page the server refuses is stored without its records.',
    file: source,
    from: 'if (isProblem(result)) return { result, isKept: false };\n    const rows = v.parse(v.array(resource.schema), result.data);',
    to: 'const rows = isProblem(result) ? [] : v.parse(v.array(resource.schema), result.data);\n    if (isProblem(result)) {\n      await records.putPage(scope, { query, rows, pagination: null, warnings: {}, revisions, epoch });\n      return { result, isKept: false };\n    }',
    test: listTest,
  },
  {
    name: 'failed page reported as fetched',
    breaks: 'A list says that it is current after the server has refused it.',
    file: source,
    from: "return meansOffline(result) ? { kind: 'offline' } : { kind: 'failed', message: problemMessage(result) };",
    to: "return meansOffline(result) ? { kind: 'offline' } : { kind: 'fetched' };",
    test: listTest,
  },
  {
    name: 'failed page reported as offline',
    breaks: 'A list that the server refuses says that there is no connection.',
    file: source,
    from: "return meansOffline(result) ? { kind: 'offline' } : { kind: 'failed', message: problemMessage(result) };",
    to: "return { kind: 'offline' };",
    test: listTest,
  },
  {
    name: 'prefetch without its second page reported as done',
    breaks: '“Available offline” is said of a list whose second page failed.',
    file: source,
    from: "(result.kind === 'refused' && result.status === 403) ? null : result;",
    to: "(result.kind === 'refused' && result.status === 403) || page > 0 ? null : result;",
    test: listTest,
  },
  {
    name: 'prefetch of the first page alone',
    breaks: '“Available offline” is said of a list of which this device has the first page.',
    file: source,
    from: 'page * limits.perPageMax < total; page += 1)',
    to: 'page * limits.perPageMax < Math.min(total, 1); page += 1)',
    test: listTest,
  },
  {
    name: 'page of another user kept',
    breaks: 'A page that was asked for before another user signed in is stored for whoever asked, after they have left.',
    file: source,
    from: 'if (!isCurrentUser(userId)) return { result, isKept: true };',
    to: '',
    test: listTest,
  },
  {
    name: 'page that found no room asked for once',
    breaks: 'A page of which the cache has evicted a record meanwhile is not asked for again: its old state stays.',
    file: source,
    from: 'return isKept || isSecond || signal.aborted ? { result, isKept } : cachePage(query, signal, true);',
    to: 'return { result, isKept };',
    test: 'src/offline/records-source.device.test.ts',
  },
  {
    name: 'page of the list in the place of another',
    breaks: 'The second page of a list replaces the first in the cache.',
    file: 'db/records.ts',
    from: 'const pageKey = pageCacheKey(resource.name, websiteId, answer.query);',
    to: 'const pageKey = pageCacheKey(resource.name, websiteId, { ...answer.query, page: 0 });',
    test: listTest,
  },
  {
    name: 'page without what waits',
    breaks: 'A page of a list shows what the server has, without the changes of this device.',
    file: 'db/records.ts',
    from: 'const applied = applyPending(resource, records, entries);',
    to: 'const applied = { ...applyPending(resource, records, []), created: applyPending(resource, records, entries).created };',
  },
  {
    name: 'creates above every page',
    breaks: 'A pending create stands above each page of its list, and is counted with each.',
    file: 'db/records.ts',
    from: "const isFirstPage = Number(query['page'] ?? 0) === 0;",
    to: "const isFirstPage = Number(query['page'] ?? 0) >= 0;",
    test: listTest,
  },
];
