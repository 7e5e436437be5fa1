import * as v from 'valibot';
import { createServerApp } from '../app.ts';
import { routes } from '../calls/routes.ts';
import { resourceRoutes } from '../resources/crud.ts';
import { otherSignIn } from '../seed/seed.ts';
import { callerOf, codeOf, type Got, type Harness, messagesOf, startHarness } from './harness.ts';
import { createTestTables, notes, testResources, written } from './notes.ts';

const noteShape = v.looseObject({ id: v.string(), title: v.string() });
const listShape = v.object({ data: v.array(noteShape), pagination: v.looseObject({ total: v.number(), last_page: v.number() }) });
const folderShape = v.object({ data: v.object({ id: v.string(), name: v.string() }) });

export const noteOf = (got: Got) => v.parse(v.object({ data: noteShape }), got.json).data;
export const folderOf = (got: Got) => v.parse(folderShape, got.json).data;
/** Status, code and fields of a refusal. */
export const answeredRefusal = (got: Got) => [got.status, codeOf(got), messagesOf(got)];

type Headers = Readonly<Record<string, string>>;

/** A server that also has the test's resources, and a user of each account. */
export async function startNotes() {
  const harness: Harness = await startHarness();
  const { db } = harness.deps;
  await createTestTables(db);
  const call = callerOf(createServerApp(harness.deps, [...routes, ...resourceRoutes(testResources)]));
  const [token, otherToken] = [await harness.signIn(), await harness.signIn(otherSignIn)];
  const send = (method: string, path: string, body?: unknown, headers: Headers = {}, as = token) =>
    call(method, `/api${path}`, { token: as, headers, ...(body === undefined ? {} : { body }) });
  const get = (path: string, as = token) => send('GET', path, undefined, {}, as);
  const create = (body: unknown, websiteId = 1, headers: Headers = {}) => send('POST', `/websites/${websiteId}/notes`, body, headers);
  const listed = async (query = '', websiteId = 1) => v.parse(listShape, (await get(`/websites/${websiteId}/notes?${query}`)).json);
  return {
    harness,
    db,
    call,
    token,
    otherToken,
    send,
    get,
    create,
    listed,
    patch: (id: string, body: unknown, headers: Headers = {}) => send('PATCH', `/notes/${id}`, body, headers),
    made: async (body: Readonly<Record<string, unknown>>, websiteId = 1) => noteOf(await create(body, websiteId)),
    titles: async (query = '') => (await listed(query)).data.map(({ title }) => title),
    empty: async () => {
      await db.delete(notes);
      written.length = 0;
    },
  };
}
