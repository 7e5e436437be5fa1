import { redirects } from '#contract/resources/redirects.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { FakeRedirectsApi } from './fake-redirects-api.ts';
import { openTestConsole } from './test-console.ts';

export type RecordsTab = Awaited<ReturnType<typeof openRecordsTab>>;

/** One tab with a store of its own that sends to a fake API: the redirects of website 7, for user u1. */
export async function openRecordsTab() {
  const api = new FakeRedirectsApi();
  const { store, sourceOf, setOnline, close } = await openTestConsole({ fetch: api.fetch });
  return {
    api,
    store,
    sourceOf: (resource: ResourceDefinition) => sourceOf(resource, '7'),
    source: sourceOf(redirects, '7'),
    goOffline: () => setOnline(false),
    goOnline: () => setOnline(true),
    close,
  };
}
