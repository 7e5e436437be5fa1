import { fullName } from '#contract/entities/user.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useScreenOffer } from '#src/app/screen-actions.ts';
import { useUser } from '#src/app/use-session.ts';
import { useInView } from '#src/ui/use-in-view.ts';
import { HistoryButtons } from './history-buttons.tsx';
import { SaveButton } from './settings-body.tsx';
import { type FormAction, useFormKeys } from './use-form-keys.ts';

interface PageFormOptions {
  readonly websiteName?: string | null;
  /** An action by its keys; by default it is sent to the actor. */
  readonly onKeys?: (action: FormAction) => void;
}

/** The parts of a form that is a page of its own: its view, its keys, what it offers to the command palette, and its buttons. */
export function usePageForm(actor: ActorRefFrom<typeof settingsScreenMachine>, { websiteName = null, onKeys }: PageFormOptions = {}) {
  const snapshot = useSelector(actor, (current) => current);
  const user = useUser();
  const userName = user && fullName(user);
  const view = useMemo(() => settingsScreenView(snapshot, userName, websiteName), [snapshot, userName, websiteName]);
  const { cannotSaveReason, history: steps } = view;
  const act = (type: FormAction) => actor.send({ type });
  /** The element of the page, in which its keys apply. */
  const element = useRef<HTMLDivElement>(null);
  useFormKeys(element, onKeys ?? act);
  useScreenOffer(() => ({ kind: 'form', cannotSave: cannotSaveReason, undo: steps.undo, redo: steps.redo, act }));
  const saveButton = useInView();
  const heading = useInView();
  const save = (what: string) => (
    <SaveButton view={view} what={what} placed={saveButton.ref} onSave={() => actor.send({ type: 'save.requested' })} />
  );
  const history = (small: boolean) => (
    <HistoryButtons
      undo={steps.undo}
      redo={steps.redo}
      small={small}
      onUndo={() => actor.send({ type: 'undo.requested' })}
      onRedo={() => actor.send({ type: 'redo.requested' })}
    />
  );
  /** The buttons beside the heading. */
  const actions = (what: string) => (
    <>
      <span ref={heading.ref}>{history(false)}</span>
      {save(what)}
    </>
  );
  return { view, element, save, history, actions, isSaveInView: saveButton.isInView, isHistoryInView: heading.isInView };
}
