import { type NamedPost, type PostKey, seoPath, seoPathOf } from '#contract/frames/messages.ts';
import { type FramedScreenDefinition, framedScreenOf } from '#contract/frames/screens.ts';
import { frameView } from '#machines/frame/frame.view.ts';
import { useSelector } from '@xstate/react';
import { RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { BespokeScreenProps } from '#src/app/bespoke-paths.ts';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { ScreenTitle } from '#src/app/screen-title.tsx';
import { useApp } from '#src/app/use-app.ts';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { describeDisconnection, describeNeed, whenConnected } from '#machines/disconnection-messages.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useOnlineActor } from '#src/app/use-online-events.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { isErrorPage } from '#src/io/probe-frame.ts';
import { css } from '#styled/css/index.js';
import { Button } from '#src/ui/button.tsx';
import { type LazyComponent, LazyBoundary } from '#src/ui/lazy-component.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Frame } from './frame.tsx';
import { FrameProblem, FrameWait } from './frame-states.tsx';
import { useSeoRoute } from './use-seo-route.ts';
import { wireFrame } from './wire-frame.ts';

// The frame fills the window below the heading, whatever the padding around the screen.
const page = css({
  display: 'flex',
  flexDirection: 'column',
  '--around': { base: '2rem', md: '3rem', lg: '4rem' },
  height: '[calc(100dvh - token(sizes.topbar) - var(--around) - var(--docked-below, 0px))]',
  minHeight: '[26rem]',
});
const place = css({
  position: 'relative',
  flex: '1',
  minHeight: '0',
  display: 'flex',
  flexDirection: 'column',
  border: 'hairline',
  borderRadius: 'md',
  overflow: 'hidden',
  backgroundColor: 'surface',
});
const notice = css({ marginBottom: '4' });

interface SeoDialogProps {
  readonly websiteId: string;
  readonly post: PostKey;
  /** Of that page; null: its frame has not told it. */
  readonly pageTitle: string | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

interface FramedScreenProps extends BespokeScreenProps {
  readonly seoDialog: LazyComponent<SeoDialogProps>;
}

/** A page of the content-management admin, or of the other admin application, with the Edit SEO dialog that the address names over it. */
export function FramedScreen({ websiteId, path, rest, seoDialog }: FramedScreenProps) {
  const screen = framedScreenOf(path);
  const post = seoPathOf(rest);
  const dialog = useSeoRoute({ websiteId, path }, post);
  /** The address of a dialog has none. */
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  const openSeo = (asked: NamedPost) => {
    const { post_title: title } = asked;
    if (title !== undefined) setTitles((before) => ({ ...before, [seoPath(asked)]: title }));
    dialog.open(asked);
  };
  if (!screen || (rest !== '' && post === null)) return <NotFound />;
  return (
    <>
      <FramedPage websiteId={websiteId} screen={screen} isCovered={post !== null} onSeo={openSeo} />
      {post === null ? null : (
        <LazyBoundary
          key={seoPath(post)}
          part={seoDialog}
          props={{
            websiteId,
            post,
            pageTitle: titles[seoPath(post)] ?? null,
            onClose: () => dialog.close(false),
            onSaved: () => dialog.close(true),
          }}
        />
      )}
    </>
  );
}

interface FramedPageProps {
  readonly websiteId: string;
  readonly screen: FramedScreenDefinition;
  /** A dialog is open over it. It sets the title of the page. */
  readonly isCovered: boolean;
  readonly onSeo: (post: NamedPost) => void;
}

function FramedPage({ websiteId, screen, isCovered, onSeo }: FramedPageProps) {
  const { title } = screen;
  usePageView(title);
  const app = useApp();
  const disconnection = useDisconnection();
  const element = useRef<HTMLIFrameElement>(null);
  const [{ machine, origin, addressWithKey }] = useState(() =>
    wireFrame({ app, screen, websiteId, frameWindow: () => element.current?.contentWindow ?? null }),
  );
  const actor = useOnlineActor(machine, {});
  // One dialog at a time: a page can't take away the one that somebody types in.
  useEmitted(actor, 'seo.requested', ({ post }) => (isCovered ? undefined : onSeo(post)));
  const view = frameView(useSelector(actor, (snapshot) => snapshot));
  const reload = () => actor.send({ type: 'reload.requested' });
  return (
    <div className={page} data-state={view.status}>
      {isCovered ? null : <ScreenTitle>{title}</ScreenTitle>}
      <PageHeader
        title={title}
        actions={
          view.isVisible ? (
            <Button
              aria-disabled={view.canReload ? undefined : true}
              title={view.canReload ? undefined : describeNeed('Reloading the page', disconnection)}
              onClick={reload}
            >
              <RotateCw aria-hidden="true" />
              Reload page
            </Button>
          ) : null
        }
      />
      {view.status === 'disconnected' && disconnection ? (
        <Notice tone="warning" live="status" className={notice}>
          {`${describeDisconnection(disconnection)} ${disconnection.kind === 'noNetwork' ? 'This page needs a connection. ' : ''}Save in it when ${whenConnected(disconnection)}.`}
        </Notice>
      ) : null}
      <div className={place}>
        {view.attempt === null ? null : (
          <Frame
            key={view.attempt}
            ref={element}
            title={title}
            isVisible={view.isVisible}
            addressWithKey={addressWithKey}
            onLoad={(frame) => actor.send({ type: isErrorPage(frame, origin) ? 'frame.failed' : 'frame.loaded' })}
          />
        )}
        <FrameWait title={title} status={view.status} onRestart={reload} />
        <FrameProblem title={title} status={view.status} message={view.message} disconnection={disconnection} onRetry={reload} />
      </div>
    </div>
  );
}
