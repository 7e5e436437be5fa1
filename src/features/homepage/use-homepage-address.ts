import { sameAddress } from '#machines/homepage/homepage.operations.ts';
import type { homepageMachine } from '#machines/homepage/homepage.machine.ts';
import type { HomepageAddress } from '#machines/homepage/homepage.types.ts';
import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';

interface HomepageNavigation {
  readonly openBlock: (id: string) => void;
  readonly openAdd: () => void;
  readonly closeEditor: () => void;
}

type How = Pick<NavigateOptions, 'replace' | 'ignoreBlocker' | 'resetScroll' | 'state'>;

/**
 * Keeps the router's address and the chart's in step. People move by the router, so that Back leads back and unsaved typing
 * is asked about. Where the chart moves by itself (a block was added, has gone, or has got its server's id) the router follows.
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

  const shown = useSelector(actor, ({ context }) => context.address);
  const follow = useEffectEvent((to: HomepageAddress) => {
    if (sameAddress(to, address)) return;
    const closesDialog = address.kind === 'add' && to.kind === 'list';
    // The list that the dialog lies over is the entry before.
    if (closesDialog && router.state.location.state.isOverlay) return router.history.back();
    // An editor that goes on under another id keeps the focus, and the list gives it to a row.
    const keepsFocus = to.kind === address.kind || to.kind === 'list';
    void go(to, { replace: true, ignoreBlocker: true, resetScroll: !closesDialog, state: keepsFocus ? { keepsFocus } : {} });
  });
  useEffect(() => follow(shown), [shown]);

  return useMemo(
    () => ({
      openBlock: (id) => void go({ kind: 'block', blockId: id }),
      openAdd: () => void go({ kind: 'add' }, { resetScroll: false, state: { isOverlay: true } }),
      closeEditor: () => void go({ kind: 'list' }, { state: { keepsFocus: true } }),
    }),
    [go],
  );
}
