import { blockAddMachine } from '#machines/block-add/block-add.machine.ts';
import { blockMutationMachine } from '#machines/block-mutation/block-mutation.machine.ts';
import { deleteConfirmMachine } from '#machines/delete-confirm/delete-confirm.machine.ts';
import type { HomepageAddress, HomepageInput } from '#machines/homepage/homepage.types.ts';
import { fakeActors } from '#machines/testing/fake-actors.ts';
import { type AnyRoute, createRoute, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fakeClientServices } from '#src/features/records/testing/fake-client-services.ts';
import { Route as addRoute } from '#src/routes/_app.website.$websiteId.design.homepage.add.tsx';
import { Route as blockRoute } from '#src/routes/_app.website.$websiteId.design.homepage.blocks.$blockId.tsx';
import { Route as homepageRoute } from '#src/routes/_app.website.$websiteId.design.homepage.tsx';
import { setRemembered } from './fake-homepage-sources.ts';
import { routesPage } from './routes-page.tsx';

const south = { id: '6', name: 'South', theme_id: null, theme_key: 'byron', created_at: null };
const onlySouth = {
  kind: 'page',
  rows: [south],
  pagination: { page: 0, per_page: 100, total: 1, last_page: 0 },
  fromDevice: false,
  fetchedAt: 0,
};
const none = () => () => undefined;

interface OpenHomepage {
  readonly connection: ReturnType<typeof fakeClientServices>;
  /** Goes to an address, as by a link, Back or Forward. */
  readonly browse: (address: HomepageAddress) => void;
}
let opened: OpenHomepage | null = null;

/** The homepage that is open. */
export function homepageNow(): OpenHomepage {
  if (opened === null) throw new Error('no homepage is open');
  return opened;
}

/** The calls of the dialogs, and of each change of a block: they wait for the path. */
export const calls = {
  added: fakeActors(blockAddMachine),
  changed: fakeActors(blockMutationMachine),
  deleted: fakeActors(deleteConfirmMachine),
};

/** The charts of the dialogs and of changes, which are real. */
export const homepageParts = () => ({
  addBlock: blockAddMachine.provide({ actors: calls.added.actors }),
  mutation: blockMutationMachine.provide({ actors: calls.changed.actors }),
  confirmDelete: deleteConfirmMachine.provide({ actors: calls.deleted.actors }),
});

const pathTo = (address: HomepageAddress): string =>
  `/website/5/design/homepage${address.kind === 'block' ? `/blocks/${address.blockId}` : address.kind === 'add' ? '/add' : ''}`;

function routesOf(services: object) {
  return (root: AnyRoute): readonly AnyRoute[] => {
    const app = createRoute({ getParentRoute: () => root, id: '_app', loader: () => services, component: Outlet });
    // As the generated tree places them; it alone knows their types.
    const place = (route: AnyRoute, path: string, parent: AnyRoute): AnyRoute =>
      route.update({ id: path, path, getParentRoute: () => parent } as never);
    const homepage = place(homepageRoute, '/website/$websiteId/design/homepage', app);
    homepage.addChildren([place(addRoute, '/add', homepage), place(blockRoute, '/blocks/$blockId', homepage)]);
    return [app.addChildren([homepage])];
  };
}

/** The homepage's own routes, with all that is on them. */
export function openHomepage({ address = { kind: 'list' }, remembered = null }: HomepageInput): ReactNode {
  const connection = fakeClientServices();
  const websites = { watch: none, peek: () => null, loadPage: async () => onlySouth };
  setRemembered(remembered);
  const { page, goTo } = routesPage(routesOf({ ...connection.services, websites }), pathTo(address));
  opened = { connection, browse: (to) => goTo(pathTo(to)) };
  return page;
}
