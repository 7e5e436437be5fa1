import { folded } from '#contract/folded.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { RecordRow } from '#db/records-overlay.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import * as v from 'valibot';
import type { Choice } from './choice.ts';
import { onlyPage } from './list-paging.ts';
import type { ReadParts } from './source-parts.ts';
import { recordScope } from './current-user.ts';

const shownSchema = v.object({ id: v.string() });

/** A record of a resource as an option. */
export function choiceOfRecord(
  { nameKey, describeOption }: Pick<ResourceDefinition, 'nameKey' | 'describeOption'>,
  id: string,
  values: RecordRow['values'],
): Choice {
  return { id, label: describeOption?.(values) ?? String(values[nameKey] ?? '') };
}

/** The changes of this device that the server does not have, on the options that are records of a resource. */
export function createPendingChoices({ store, user }: Pick<ReadParts, 'store' | 'user'>, resource: ResourceDefinition, websiteId: string) {
  const scope = () => recordScope(user(), resource, websiteId);
  const optionOf = ({ id, values }: RecordRow): Choice => choiceOfRecord(resource, id, values);

  return {
    /** A page with them: records that were created here stand above the first one. */
    async applied(page: PageLoaded, query: ListQuery): Promise<PageLoaded> {
      const records = await store.records();
      const { rows, created } = await records.readAll(scope());
      const search = folded(query.q.trim());
      const isFound = ({ label }: Choice) => folded(label).includes(search);
      const added = query.page === 0 ? created.map(optionOf).filter(isFound) : [];
      if (page.kind !== 'page') {
        // Of a list that was never fetched as one of options, this device may still have records.
        const known =
          page.kind === 'offline'
            ? [
                ...added,
                ...rows
                  .filter((row) => !row.isDeleting)
                  .map(optionOf)
                  .filter(isFound),
              ]
            : [];
        if (known.length === 0) return page;
        return { kind: 'page', rows: known, pagination: onlyPage(query, known.length), fromDevice: true, fetchedAt: null };
      }
      const changed = new Map(rows.filter(({ pending, isDeleting }) => pending !== null || isDeleting).map((row) => [row.id, row]));
      const kept = page.rows.flatMap((each) => {
        const row = changed.get(v.parse(shownSchema, each).id);
        return row === undefined ? [each] : row.isDeleting ? [] : [optionOf(row)];
      });
      const total = page.pagination.total - (page.rows.length - kept.length) + added.length;
      return { ...page, rows: [...added, ...kept], pagination: { ...page.pagination, total } };
    },
    /** Calls back after each change of them. */
    watch(callback: () => void): () => void {
      let isStopped = false;
      let stop = (): void => undefined;
      let before: string | null = null;
      void store.records().then((records) => {
        if (isStopped) return;
        stop = records.watchAll(scope(), ({ rows, created }) => {
          const pending = rows.filter((row) => row.pending !== null || row.isDeleting);
          const now = JSON.stringify([...created, ...pending].map((row) => [optionOf(row), row.isDeleting]));
          if (before !== null && now !== before) callback();
          before = now;
        });
      });
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}
