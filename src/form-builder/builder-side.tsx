import { css, cx } from '#styled/css/index.js';
import { memo } from 'react';
import { Dialog } from '#src/ui/dialog.tsx';
import { Drawer } from '#src/ui/drawer.tsx';
import { AddMenu } from './add-menu.tsx';
import { FieldEditor, sameEditor } from './field-editor.tsx';
import { Palette } from './palette.tsx';
import { focusTarget } from './use-builder-focus.ts';
import { type BuilderActions, type FormBuilderActor, useBuilderView } from './use-form-builder.ts';

const panel = css({
  minWidth: '0',
  minHeight: '0',
  overflowY: 'auto',
  padding: '3',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
});
const editorStyle = css({ paddingInline: '4', paddingTop: '0', paddingBottom: '4', gridColumn: '3', gridRow: '1' });
/** Over the end of the form, whose rows keep their places. A type that is dragged must find them. */
const overForm = css({
  gridColumn: '2',
  justifySelf: 'end',
  width: '[min(100%, 19rem)]',
  zIndex: 'raised',
  boxShadow: 'overlay',
  '&[data-see-through]': { opacity: '[0]', pointerEvents: 'none' },
});
const paletteColumn = css({ gridColumn: '1' });
const noneOpen = css({ paddingTop: '4', color: 'text.muted', textWrap: '[pretty]' });
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

/** The types of fields, beside the form. */
export const BuilderPalette = memo(function BuilderPalette({ actor, actions }: Pick<BuilderPartProps, 'actor' | 'actions'>) {
  const cannotAdd = useBuilderView(actor, false, (view) => view.cannotAdd);
  return (
    <div className={cx(panel, paletteColumn)}>
      <Palette cannotAdd={cannotAdd} onAdd={actions.add} />
    </div>
  );
});

interface SideEditorProps extends EditorPartProps {
  /** There is no column for it. */
  readonly isOver: boolean;
}

/** The editor of the selected field: in its own column, or over the form. */
export const SideEditor = memo(function SideEditor({ isOver, ...props }: SideEditorProps) {
  const { actor, actions, isTried, editorId } = props;
  const editor = useEditor(props);
  const isDragging = useBuilderView(actor, isTried, (view) => view.draggedType !== null);
  if (isOver && editor === null) return null;
  return (
    <div className={cx(panel, editorStyle, isOver && overForm)} data-see-through={(isOver && isDragging) || undefined}>
      {editor === null ? (
        <p className={noneOpen}>Choose a field of the form to change its label and how it works.</p>
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
