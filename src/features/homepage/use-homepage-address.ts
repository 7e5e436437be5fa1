import { sameAddress } from '#machines/homepage/homepage.operations.ts';
import type { homepageMachine } from '#machines/homepage/homepage.machine.ts';
import type { HomepageAddress } from '#machines/homepage/homepage.types.ts';
import { type HistoryState, type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { backFromOverlay } from '#src/app/back-from-overlay.ts';

export interface HomepageNavigation {
  readonly openBlock: (id: string) => void;
  readonly openAdd: () => void;
  readonly closeEditor: () => void;
}

type How = Pick<NavigateOptions, 'replace' | 'ignoreBlocker' | 'resetScroll' | 'state'>;

/**
 * Keeps the router's address and the machine's in step. Users navigate by the router, so that Back works and the leave guard asks
 * about unsaved changes. Where the machine changes its address (a block was added, is gone, or has got its server's id) the router follows.
 */
export function useHomepageAddress(
  actor: ActorRefFrom<typeof homepageMachine>,
  websiteId: string,
  address: HomepageAddress,
): HomepageNavigation {
  const navigate = useNavigate();
  const router = useRouter();
  const go = useCallback(
    (to: HomepageAddress, how: How = {}) => {
      if (to.kind === 'block') {
        const params = { websiteId, blockId: to.blockId };
        return navigate({ to: '/website/$websiteId/design/homepage/blocks/$blockId', params, ...how });
      }
      const path = to.kind === 'add' ? '/website/$websiteId/design/homepage/add' : '/website/$websiteId/design/homepage';
      return navigate({ to: path, params: { websiteId }, ...how });
    },
    [navigate, websiteId],
  );
  useEffect(() => actor.send({ type: 'address.changed', address }), [actor, address]);

  const machineAddress = useSelector(actor, ({ context }) => context.address);
  const follow = useEffectEvent((to: HomepageAddress) => {
    if (sameAddress(to, address)) return;
    const closesDialog = address.kind === 'add' && to.kind === 'list';
    // The list below the dialog is the previous history entry.
    if (closesDialog && backFromOverlay(router.history, false)) return;
    // An editor whose id has changed keeps the focus, and the list itself focuses a row.
    const keepsFocus = to.kind === address.kind || to.kind === 'list';
    const isSameEditor = to.kind === 'block' && address.kind === 'block';
    const state = { ...(keepsFocus ? { keepsFocus } : {}), ...(isSameEditor ? backOf(router.state.location.state) : {}) };
    void go(to, { replace: true, ignoreBlocker: true, resetScroll: !closesDialog, state });
  });
  useEffect(() => follow(machineAddress), [machineAddress]);

  return useMemo(
    () => ({
      openBlock: (id) => {
        const isFromList = actor.getSnapshot().context.address.kind === 'list';
        void go({ kind: 'block', blockId: id }, isFromList ? { state: { backIsPrevious: true } } : {});
      },
      openAdd: () => void go({ kind: 'add' }, { resetScroll: false, state: { isOverlay: true } }),
      // Back goes back where the list is the previous entry: another entry would make the browser's Back lead to the editor again.
      closeEditor: () => {
        if (router.state.location.state.backIsPrevious) router.history.back();
        else void go({ kind: 'list' }, { state: { keepsFocus: true } });
      },
    }),
    [go, actor, router],
  );
}

const backOf = ({ backIsPrevious }: HistoryState): Pick<HistoryState, 'backIsPrevious'> => (backIsPrevious ? { backIsPrevious } : {});
