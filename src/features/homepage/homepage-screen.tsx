import type { homepageMachine } from '#machines/homepage/homepage.machine.ts';
import type { HomepageAddress, HomepageEvent } from '#machines/homepage/homepage.types.ts';
import { stepOfAction } from '#machines/homepage/homepage.results.ts';
import { homepageView } from '#machines/homepage/homepage.view.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { homepageSources } from '#src/offline/homepage-sources.ts';
import { useScreenOffer } from '#src/app/screen-actions.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useFirstScreen } from '#src/app/use-first-screen.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { DeleteDialog } from '#src/list/delete-dialog.tsx';
import { BesidePreview } from '#src/preview/beside-preview.tsx';
import { PreviewPlace } from '#src/preview/preview-place.tsx';
import { usePreview } from '#src/preview/use-preview.ts';
import { type FormAction, useFormKeys } from '#src/form/use-form-keys.ts';
import { focusedOverlay } from '#src/ui/focused-overlay.ts';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { useDebounced } from '#src/ui/use-debounced.ts';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { BlockEditor } from './block-editor.tsx';
import type { DragActions } from './block-list.tsx';
import type { RowKey } from '#src/ui/sortable/row-keys.ts';
import type { RowActions } from './row-props.ts';
import { addBlockDialog } from './add-block-lazy.tsx';
import { CopyBlockDialog } from './copy-block-dialog.tsx';
import { HomepagePanel } from './homepage-panel.tsx';
import { BlockMissing, EditorSkeleton } from './no-editor.tsx';
import { type HomepageNavigation, useHomepageAddress } from './use-homepage-address.ts';
import { wireHomepage } from './wire-homepage.ts';

type HomepageActor = ActorRefFrom<typeof homepageMachine>;

interface HomepageScreenProps {
  readonly websiteId: string;
  /** The router's address. The same object while the address is the same. */
  readonly address: HomepageAddress;
}

/** The homepage: its blocks or one block's editor, beside the live preview. */
export function HomepageScreen({ websiteId, address }: HomepageScreenProps) {
  const services = useClientServices();
  const [{ blocks }] = useState(() => homepageSources(services));
  const [machine] = useState(() => wireHomepage(services, blocks));
  const [remembered] = useState(() => blocks.peek(websiteId));
  const actor = useMachineActor(machine, { input: { websiteId, address, remembered } });
  useToasts(actor, (actionId) => actor.send({ type: 'step.undone', stepId: stepOfAction(actionId) }));
  useRestoredEvents(actor);
  const preview = usePreview(websiteId);

  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => homepageView(snapshot), [snapshot]);
  useFirstScreen(view.status !== 'loading');
  const theme = snapshot.context.snapshot?.theme ?? null;
  const openId = view.open?.blockId ?? null;
  const { openBlock, openAdd, closeEditor } = useHomepageAddress(actor, websiteId, address);
  useEmitted(preview.actor, 'block.clicked', ({ blockId }) => {
    if (view.rows.some((row) => row.id === blockId)) openBlock(blockId);
  });

  const [copyingId, setCopyingId] = useState<string | null>(null);
  const actions = useMemo((): RowActions => rowActions(actor, { openBlock, openAdd }, setCopyingId), [actor, openBlock, openAdd]);
  const drag = useMemo(() => dragActions(actor), [actor]);
  const undo = () => actor.send({ type: 'undo.requested' });
  const redo = () => actor.send({ type: 'redo.requested' });

  const missing = view.status === 'error' ? 'The blocks of this homepage could not be loaded.' : null;
  const outline = openId ?? view.hoveredId;
  // The page does not scroll while the pointer moves across the list.
  const debouncedId = useDebounced(view.hoveredId, hoverMs, null);
  const reveal = openId !== null || (outline !== null && debouncedId === outline);

  const { children } = snapshot;
  const copyingRow = view.rows.find((row) => row.id === copyingId);
  return (
    <>
      <BesidePreview preview={<PreviewPlace preview={preview} outline={outline} reveal={reveal} missing={missing} />}>
        {view.open?.block ? (
          <BlockEditor
            key={view.open.editorId}
            editorId={view.open.editorId}
            websiteId={websiteId}
            block={view.open.block}
            theme={theme}
            blocks={blocks}
            preview={preview}
            undo={view.undo}
            redo={view.redo}
            showsDelete={view.showsDelete}
            onSaved={(blockId, before, after) => actor.send({ type: 'editor.saved', blockId, before, after })}
            onUndo={undo}
            onRedo={redo}
            onBack={closeEditor}
            onShow={() => actor.send({ type: 'visibility.toggled', id: openId ?? '' })}
            onDelete={() => actor.send({ type: 'delete.requested', id: openId ?? '' })}
          />
        ) : view.panel === 'missing' ? (
          <BlockMissing websiteId={websiteId} />
        ) : view.panel === 'list' ? (
          <ListPart view={view} actions={actions} drag={drag} actor={actor} onAdd={openAdd} onUndo={undo} onRedo={redo} />
        ) : (
          <EditorSkeleton />
        )}
      </BesidePreview>
      <div role="status" className={visuallyHidden}>
        {view.announcement.text === '' ? null : <span key={view.announcement.count}>{view.announcement.text}</span>}
      </div>
      {children.addBlock ? <LazyBoundary part={addBlockDialog} props={{ actor: children.addBlock }} /> : null}
      {copyingRow ? (
        <CopyBlockDialog
          label={copyingRow.label}
          websiteId={websiteId}
          theme={theme}
          onClose={() => setCopyingId(null)}
          onChoose={({ id, name }) => {
            setCopyingId(null);
            actor.send({ type: 'copy.requested', id: copyingRow.id, toWebsiteId: id, toName: name });
          }}
        />
      ) : null}
      {children.confirmDelete ? <DeleteDialog actor={children.confirmDelete} /> : null}
    </>
  );
}

interface ListPartProps {
  readonly view: ReturnType<typeof homepageView>;
  readonly actions: RowActions;
  readonly drag: DragActions;
  readonly actor: HomepageActor;
  readonly onAdd: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

function ListPart({ view, actions, drag, actor, onAdd, onUndo, onRedo }: ListPartProps) {
  usePageView('Homepage');
  const element = useRef<HTMLDivElement>(null);
  const act = (action: FormAction) => {
    if (action === 'undo.requested') onUndo();
    if (action === 'redo.requested') onRedo();
  };
  useFormKeys(element, act);
  useScreenOffer(() => ({ kind: 'form', undo: view.undo?.label ?? null, redo: view.redo?.label ?? null, act }));
  const { count, blockId } = view.focus;
  const lastCount = useRef(0);
  // The row of a new block appears a moment later.
  const hasRow = blockId === null || view.rows.some((row) => row.id === blockId);
  useEffect(() => {
    if (count === lastCount.current || !hasRow) return;
    lastCount.current = count;
    // A menu or dialog that was opened meanwhile would lose the focus and close.
    if (focusedOverlay() !== null) return;
    const row = blockId === null ? null : element.current?.querySelector(`[data-block-row="${CSS.escape(blockId)}"] [data-row-focus]`);
    const target = row ?? document.querySelector('main h1');
    if (target instanceof HTMLElement) target.focus();
  }, [count, blockId, hasRow]);
  return (
    <div ref={element}>
      <HomepagePanel
        view={view}
        actions={actions}
        drag={drag}
        onAdd={onAdd}
        onUndo={onUndo}
        onRedo={onRedo}
        onRetry={() => actor.send({ type: 'retry.requested' })}
      />
    </div>
  );
}

const hoverMs = 250;

function rowActions(
  actor: HomepageActor,
  { openBlock, openAdd }: Pick<HomepageNavigation, 'openBlock' | 'openAdd'>,
  copyBlock: (id: string) => void,
): RowActions {
  return {
    toggle: (id) => actor.send({ type: 'visibility.toggled', id }),
    resolve: (id, side) => actor.send({ type: 'conflict.chosen', id, side }),
    edit: openBlock,
    move: (id, by) => actor.send({ type: 'move.requested', id, by }),
    duplicate: (id) => actor.send({ type: 'duplicate.requested', id }),
    copy: copyBlock,
    remove: (id) => actor.send({ type: 'delete.requested', id }),
    press: (id, key) => actor.send(eventOfKey(id, key)),
    hover: (id) => actor.send({ type: 'block.hovered', id }),
    select: (id) => actor.send({ type: 'block.selected', id }),
    addBelow: (id) => {
      actor.send({ type: 'block.selected', id });
      openAdd();
    },
  };
}

function eventOfKey(id: string, key: RowKey): HomepageEvent {
  switch (key) {
    case 'lift':
      return { type: 'block.lifted', id, by: 'keyboard' };
    case 'drop':
      return { type: 'block.dropped' };
    case 'cancel':
      return { type: 'block.dropCancelled' };
    default:
      return { type: 'move.requested', id, by: key };
  }
}

function dragActions(actor: HomepageActor): DragActions {
  return {
    lift: (id) => actor.send({ type: 'block.lifted', id, by: 'pointer' }),
    over: (overId) => actor.send({ type: 'block.movedOver', overId }),
    drop: () => actor.send({ type: 'block.dropped' }),
    cancel: () => actor.send({ type: 'block.dropCancelled' }),
  };
}
