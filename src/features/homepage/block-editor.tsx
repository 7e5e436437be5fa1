import { ScreenTitle } from '#src/app/screen-title.tsx';
import { blockScreen, enabledKey } from '#contract/blocks/block-screen.ts';
import type { Block } from '#contract/entities/block.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import type { EditedBlock } from '#machines/homepage/homepage.types.ts';
import type { HomepageView } from '#machines/homepage/homepage.view.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { ArrowLeft, Eye, Trash2 } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BlocksSource } from '#src/offline/blocks-source.ts';
import { useScreenOffer } from '#src/app/screen-actions.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { HistoryAnnouncer, HistoryButtons } from '#src/form/history-buttons.tsx';
import { SaveButton, SettingsFormBody } from '#src/form/settings-body.tsx';
import { type FormAction, useFormKeys } from '#src/form/use-form-keys.ts';
import { useSettingsActor } from '#src/form/use-settings-actor.ts';
import { editsOfBlock } from '#src/preview/unsaved-edits.ts';
import type { Preview } from '#src/preview/use-preview.ts';
import { Button } from '#src/ui/button.tsx';
import { focusField } from '#src/ui/focus-field.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { useInView } from '#src/ui/use-in-view.ts';
import { editorHistory } from './editor-history.ts';
import { wireBlockEditor } from './wire-homepage.ts';

const back = css({ marginInlineStart: '-4' });
const empty = css({ color: 'text.muted', paddingBlock: '4' });
const foot = css({ marginTop: '6', paddingTop: '4', borderTop: 'hairline' });
const hiddenNotice = css({ marginBottom: '4' });
const dangerText = css({ color: 'danger.text' });

interface BlockEditorProps {
  readonly websiteId: string;
  /** Stays the same when the server's id replaces a local one. */
  readonly editorId: string;
  readonly block: Block;
  readonly theme: ThemeKey | null;
  readonly blocks: BlocksSource;
  readonly preview: Preview;
  /** The list's step, used where the form has no step to undo and no unsaved changes. */
  readonly undo: HomepageView['undo'];
  readonly redo: HomepageView['redo'];
  readonly showsDelete: boolean;
  /** The function of the first render is called. */
  readonly onSaved: (blockId: string, before: EditedBlock, after: EditedBlock) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onBack: () => void;
  readonly onDelete: () => void;
  /** Shows the hidden block on the website. */
  readonly onShow: () => void;
}

/** One block's settings, in the form of the settings screens. */
export function BlockEditor(props: BlockEditorProps) {
  const { websiteId, editorId, block, theme, blocks, preview, undo, redo, onSaved, onUndo, onRedo, onBack, onDelete, onShow } = props;
  const services = useClientServices();
  const [screen] = useState(() => ({ ...blockScreen(block, theme), id: `block/${editorId}` }));
  const [machine] = useState(() => wireBlockEditor({ services, blocks, blockId: editorId, onSaved }));
  const actor = useSettingsActor({ machine, websiteId, screen, remembered: null });
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => settingsScreenView(snapshot), [snapshot]);

  const { context } = snapshot;
  useEffect(() => preview.showEdits(editsOfBlock(context, block.id)), [preview, context, block.id]);
  useEffect(() => () => preview.showEdits({}), [preview]);

  const steps = editorHistory(view.history, { undo: undo?.label ?? null, redo: redo?.label ?? null }, view.dirty);
  const undoStep = () => {
    if (steps.undo?.of === 'form') actor.send({ type: 'undo.requested' });
    else if (steps.undo) onUndo();
  };
  const redoStep = () => {
    if (steps.redo?.of === 'form') actor.send({ type: 'redo.requested' });
    else if (steps.redo) onRedo();
  };
  const element = useRef<HTMLDivElement>(null);
  const act = (type: FormAction) => {
    if (type === 'undo.requested') undoStep();
    else if (type === 'redo.requested') redoStep();
    else actor.send({ type });
  };
  useFormKeys(element, act);
  const stepOf = (step: typeof steps.undo) => step?.label ?? null;
  useScreenOffer(() => ({ kind: 'form', cannotSave: view.cannotSaveReason, undo: stepOf(steps.undo), redo: stepOf(steps.redo), act }));

  const saveButton = useInView();
  const heading = useInView();
  const save = (what: string) => (
    <SaveButton view={view} what={what} placed={saveButton.ref} onSave={() => actor.send({ type: 'save.requested' })} />
  );
  const history = (small: boolean) => (
    <HistoryButtons undo={steps.undo?.label ?? null} redo={steps.redo?.label ?? null} small={small} onUndo={undoStep} onRedo={redoStep} />
  );
  const hasSettings = fieldsOf(screen).some(({ key }) => key !== enabledKey);
  return (
    <div ref={element} data-state={view.status}>
      <ScreenTitle>{`${block.label} · Homepage`}</ScreenTitle>
      <PageHeader
        title={block.label}
        back={
          <Button variant="ghost" className={back} onClick={onBack}>
            <ArrowLeft aria-hidden="true" />
            Back
          </Button>
        }
        actions={
          <>
            <span ref={heading.ref}>{history(false)}</span>
            {save(block.label)}
          </>
        }
      />
      <HistoryAnnouncer announcement={view.history.announcement} />
      {block.enabled === false && context.values[enabledKey] === false ? (
        <Notice
          tone="info"
          className={hiddenNotice}
          title="This block is hidden"
          actions={
            <Button
              size="small"
              onClick={() => {
                onShow();
                // The button is gone after this.
                focusField(enabledKey);
              }}
            >
              <Eye aria-hidden="true" />
              Show it
            </Button>
          }
        >
          Visitors do not see it. In the preview it is faded.
        </Notice>
      ) : null}
      <SettingsFormBody
        actor={actor}
        websiteId={websiteId}
        screen={screen}
        view={view}
        saveBelow={(part) => save(`${block.label}, below ${part}`)}
        history={history(true)}
        isSaveInView={saveButton.isInView}
        isHistoryInView={heading.isInView}
      />
      {hasSettings ? null : <p className={empty}>No settings found...</p>}
      {props.showsDelete && !block.static ? (
        <div className={foot}>
          <Button onClick={onDelete}>
            <Trash2 aria-hidden="true" className={dangerText} />
            Delete Block
          </Button>
        </div>
      ) : null}
    </div>
  );
}
