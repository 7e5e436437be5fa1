import { type PostKey, seoPath } from '#contract/frames/messages.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { backFromOverlay } from '#src/app/back-from-overlay.ts';

interface FramedPath {
  readonly websiteId: string;
  /** Of the framed screen, under /website/{websiteId}/. */
  readonly path: string;
}

/** Opens and closes the Edit SEO dialog by its address. `post`: the page that the present address names; null: none. */
export function useSeoRoute({ websiteId, path }: FramedPath, post: PostKey | null) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const to = (splat: string) => ({ to: '/website/$websiteId/$', params: { websiteId, _splat: splat }, resetScroll: false }) as const;
  return {
    open: (asked: PostKey) => void navigate({ ...to(`${path}/${seoPath(asked)}`), state: { isOverlay: true } }),
    /** Goes back to where the dialog was opened from, or to the framed page where the console was opened by a link to the dialog. */
    close(ignoreBlocker: boolean) {
      if (post === null) return;
      if (!backFromOverlay(history, ignoreBlocker))
        void navigate({ ...to(path), replace: true, ignoreBlocker, state: { keepsFocus: true } });
    },
  };
}
