import { css } from '#styled/css/index.js';
import { memo } from 'react';
import { Dialog } from '#src/ui/dialog.tsx';
import { Drawer } from '#src/ui/drawer.tsx';
import { AddMenu } from './add-menu.tsx';
import { FieldEditor, sameEditor } from './field-editor.tsx';
import { Palette } from './palette.tsx';
import { focusTarget } from './use-builder-focus.ts';
import { type BuilderActions, type FormBuilderActor, useBuilderView } from './use-form-builder.ts';

/** In view while the form is scrolled, above the bar at the foot. */
const side = css({
  position: 'sticky',
  top: '[calc(token(sizes.topbar) + 1rem)]',
  maxHeight: '[calc(100dvh - token(sizes.topbar) - 1rem - token(sizes.footTray) - var(--docked-below, 0px))]',
  overflowY: 'auto',
  padding: '4',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  minWidth: '0',
});
const sheet = css({ padding: '4', paddingBottom: '8' });
/** The sheet itself scrolls, and has the whole height of the screen. */
const menuSheet = css({ '& [role=listbox]': { maxHeight: '[none]' } });

export interface BuilderPartProps {
  readonly actor: FormBuilderActor;
  readonly actions: BuilderActions;
  /** The problems of the field in the editor are shown too. */
  readonly isTried: boolean;
}

interface EditorPartProps extends BuilderPartProps {
  readonly editorId: string;
}

const useEditor = ({ actor, isTried }: BuilderPartProps) => useBuilderView(actor, isTried, (view) => view.editor, sameEditor);

/** Beside the form: the editor of the selected field, or the palette. */
export const BuilderSide = memo(function BuilderSide(props: EditorPartProps) {
  const { actor, actions, isTried, editorId } = props;
  const editor = useEditor(props);
  const cannotAdd = useBuilderView(actor, isTried, (view) => view.cannotAdd);
  return (
    <div className={side}>
      {editor === null ? (
        <Palette cannotAdd={cannotAdd} onAdd={actions.add} />
      ) : (
        <FieldEditor
          id={editorId}
          editor={editor}
          hasHead
          onEdit={actions.edit}
          onBlur={actions.leaveControl}
          onClose={actions.closeEditor}
        />
      )}
    </div>
  );
});

const addTitle = 'Add a field';

function useMenu({ actor, actions }: Pick<BuilderPartProps, 'actor' | 'actions'>) {
  const menu = useBuilderView(actor, false, (view) => view.menu, sameMenu);
  return menu && <AddMenu menu={menu} onSearch={(query) => actor.send({ type: 'menu.searched', query })} onChoose={actions.add} />;
}

type Menu = Parameters<typeof AddMenu>[0]['menu'] | null;
/** The query decides the types. */
const sameMenu = (a: Menu, b: Menu): boolean => a === b || (a !== null && b !== null && a.query === b.query);

interface AddDialogProps extends Pick<BuilderPartProps, 'actor' | 'actions'> {
  readonly finalFocus: () => HTMLElement | null;
}

/** The menu of field types, where there is room beside the form. */
export function AddDialog({ finalFocus, ...props }: AddDialogProps) {
  const menu = useMenu(props);
  return (
    <Dialog
      open={menu !== null}
      size="small"
      title={addTitle}
      finalFocus={finalFocus}
      onClose={() => props.actor.send({ type: 'menu.closed' })}
    >
      {menu}
    </Dialog>
  );
}

/**
 * The menu of field types and the editor of a field on a small screen, in one sheet: the menu leads to the editor, and two that open and
 * close at once would fight for the focus.
 */
export function PhoneSheet(props: EditorPartProps) {
  const { actor, actions, editorId } = props;
  const menu = useMenu(props);
  const editor = useEditor(props);
  return (
    <Drawer
      open={menu !== null || editor !== null}
      side="end"
      size="panel"
      isOfForm={menu === null}
      initialFocus={() => focusTarget(null, editorId, actor.getSnapshot().context.focus)}
      title={menu === null ? (editor?.typeName ?? '') : addTitle}
      onClose={() => actor.send({ type: menu === null ? 'editor.closed' : 'menu.closed' })}
    >
      {menu ? (
        <div className={menuSheet}>{menu}</div>
      ) : (
        editor && (
          <div className={sheet}>
            <FieldEditor
              id={editorId}
              editor={editor}
              hasHead={false}
              onEdit={actions.edit}
              onBlur={actions.leaveControl}
              onClose={actions.closeEditor}
            />
          </div>
        )
      )}
    </Drawer>
  );
}
