import type { Call } from '../calls/define.ts';
import type { ResourceDefinition } from './define.ts';
import { redirects } from './redirects.ts';

/** Every kind of record that is one definition. A new one is a file beside this, and a line here. */
export const resources: readonly ResourceDefinition[] = [redirects];

/** The calls of a resource: the five that each has, its acts', and its downloads'. */
export function callsOf({ calls, acts, list }: ResourceDefinition): readonly Call[] {
  const { list: page, create, read, update, remove } = calls;
  return [page, create, read, update, remove, ...Object.values(acts), ...(list.downloads ?? [])].map((each) =>
    'call' in each ? each.call : each,
  );
}

/** The resource whose list or form stands at a path under /website/{websiteId}/, and what of the path is left: empty, `new` or `edit/{id}`. */
export function resourceAt(path: string): { readonly resource: ResourceDefinition; readonly rest: string } | null {
  const resource = resources.find((each) => `${path}/`.startsWith(`${each.path}/`));
  return resource ? { resource, rest: path.slice(resource.path.length + 1) } : null;
}
