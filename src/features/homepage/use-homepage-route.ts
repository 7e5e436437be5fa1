import type { homepageMachine } from '#machines/homepage/homepage.machine.ts';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';

interface HomepageRoute {
  readonly openBlock: (id: string) => void;
  readonly closeEditor: () => void;
}

interface Shown {
  readonly websiteId: string;
  /** The block that the address names; empty for the list. */
  readonly named: string;
  /** The block in the editor, by the chart. */
  readonly openId: string | null;
  readonly ready: boolean;
  readonly aliases: Readonly<Record<string, string>>;
}

/**
 * Keeps the address and the chart in step. People move by the address, so that Back works and unsaved typing is asked about;
 * where the chart moves by itself (a block was added, has gone, or has got its server's id) the address follows.
 */
export function useHomepageRoute(actor: ActorRefFrom<typeof homepageMachine>, shown: Shown): HomepageRoute {
  const { websiteId, named, openId, ready, aliases } = shown;
  const navigate = useNavigate();
  const wanted = named === '' ? null : (aliases[named] ?? named);

  const go = useCallback(
    (id: string | null, how: Pick<NavigateOptions, 'replace' | 'ignoreBlocker' | 'state'> = {}) =>
      navigate({
        to: '/website/$websiteId/$',
        params: { websiteId, _splat: id === null ? 'design/homepage' : `design/homepage/${id}` },
        ...how,
      }),
    [navigate, websiteId],
  );
  const obey = useEffectEvent((id: string | null) => {
    if (id === openId) return;
    actor.send(id === null ? { type: 'editor.closed' } : { type: 'block.opened', id });
    // There is no such block, or not any more.
    if (actor.getSnapshot().context.open?.blockId !== id && id !== null) void go(null, { replace: true });
  });
  const follow = useEffectEvent((id: string | null) => {
    if (ready && id !== wanted) void go(id, { replace: id === null, ignoreBlocker: true });
  });
  const settle = useEffectEvent((id: string) => {
    if (id === openId) void go(id, { replace: true, ignoreBlocker: true, state: { keepsFocus: true } });
  });
  useEffect(() => {
    if (ready) obey(wanted);
  }, [wanted, ready]);
  useEffect(() => follow(openId), [openId]);
  useEffect(() => {
    if (wanted !== null && wanted !== named) settle(wanted);
  }, [wanted, named]);

  return useMemo(() => ({ openBlock: (id) => void go(id), closeEditor: () => void go(null, { state: { keepsFocus: true } }) }), [go]);
}
