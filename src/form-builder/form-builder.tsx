import { type FormField, isReadField } from '#contract/forms/form-field.ts';
import type { StoredField, UsedKey } from '#machines/form-builder/form-builder.types.ts';
import { formBuilderView } from '#machines/form-builder/form-builder.view.ts';
import type { EditNote } from '#machines/ports.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { PreviewTabs, useMedia } from '#src/preview/beside-preview.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Drawer } from '#src/ui/drawer.tsx';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { AddMenu } from './add-menu.tsx';
import { BuilderDrag } from './builder-drag.tsx';
import { BuilderList } from './builder-list.tsx';
import { FieldEditor } from './field-editor.tsx';
import { Palette } from './palette.tsx';
import { focusTarget, useBuilderFocus } from './use-builder-focus.ts';
import { useBuilderActions, useFormBuilder } from './use-form-builder.ts';

const root = css({ display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0', width: 'full' });
const columns = css({
  display: 'grid',
  gap: '4',
  alignItems: 'start',
  minWidth: '0',
  gridTemplateColumns: {
    base: '[minmax(0, 1fr)]',
    md: '[17rem minmax(0, 1fr)]',
    xl: '[17rem minmax(16rem, 2fr) minmax(20rem, 3fr)]',
  },
});
/** In view while the form is scrolled. */
const side = css({
  position: 'sticky',
  top: '[calc(token(sizes.topbar) + 1rem)]',
  maxHeight: '[calc(100dvh - token(sizes.topbar) - 2rem)]',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: '4',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  minWidth: '0',
});
const picture = css({
  minWidth: '0',
  height: { base: '[calc(100dvh - 16rem)]', xl: '[calc(100dvh - token(sizes.topbar) - 2rem)]' },
  minHeight: '[20rem]',
  xl: { position: 'sticky', top: '[calc(token(sizes.topbar) + 1rem)]' },
});
const sheet = css({ padding: '4', paddingBottom: '8' });
const problemsStyle = css({ color: 'danger.text' });

/** Loaded with the picture: the editing of fields does not wait for it. */
const formPicture = lazyComponent(async () => (await import('./form-picture.tsx')).FormPicture);

const addTitle = 'Add a field';

export interface FormBuilderProps {
  /** The ids of its controls begin with it. */
  readonly id: string;
  readonly value: readonly StoredField[];
  readonly usedKeys: readonly UsedKey[];
  /** The fields as they are stored. The same list until they change, as for the used keys. */
  readonly storedFields: readonly StoredField[];
  /** The form was found to have a problem: those of the field in the editor are shown too. */
  readonly isTried: boolean;
  /** Null where there is no website to show the form on. */
  readonly websiteId: string | null;
  readonly form: { readonly name: string; readonly label: string; readonly description: string };
  readonly disabled: boolean;
  readonly onChange: (fields: readonly StoredField[], note: EditNote) => void;
  /** The focus has left a control of the editor. */
  readonly onBlur: () => void;
}

/** Builds a form: the palette or the editor of a field, the fields in their order, and a picture of the form. */
export function FormBuilder(props: FormBuilderProps) {
  const { id, value, usedKeys, storedFields, isTried, websiteId, form, disabled, onChange, onBlur } = props;
  const actor = useFormBuilder({ value, usedKeys, storedFields, onChange });
  const actions = useBuilderActions(actor);
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => formBuilderView(snapshot, isTried), [snapshot, isTried]);
  const fields = snapshot.context.fields;
  const read = useMemo(() => fields.map(({ field }) => field).filter((field): field is FormField => isReadField(field)), [fields]);
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  const hasSide = useMedia('(min-width: 768px)');
  const hasPicture = useMedia('(min-width: 1280px)') && websiteId !== null;
  const element = useRef<HTMLDivElement>(null);
  const editorId = `${id}-editor`;
  useBuilderFocus(element, editorId, view.focus);

  const isPreview = !hasPicture && tab === 'preview' && websiteId !== null;
  const { editor } = view;
  const fieldEditor = editor ? (
    <FieldEditor id={editorId} editor={editor} hasHead={hasSide} onEdit={actions.edit} onBlur={onBlur} onClose={actions.closeEditor} />
  ) : null;
  const menu = view.menu ? (
    <AddMenu menu={view.menu} onSearch={(query) => actor.send({ type: 'menu.searched', query })} onChoose={actions.add} />
  ) : null;
  const shown =
    websiteId === null ? null : (
      <div className={picture}>
        <Suspense>
          <LazyBoundary part={formPicture} props={{ websiteId, form, fields: read }} />
        </Suspense>
      </div>
    );
  return (
    <div ref={element} className={root} inert={disabled} data-builder="">
      {hasPicture || websiteId === null ? null : <PreviewTabs value={tab} onChange={setTab} />}
      {view.problems.map((problem) => (
        <p key={problem} className={problemsStyle}>
          {problem}
        </p>
      ))}
      {isPreview ? (
        shown
      ) : (
        <BuilderDrag actor={actor}>
          <div className={columns}>
            {hasSide ? <div className={side}>{fieldEditor ?? <Palette cannotAdd={view.cannotAdd} onAdd={actions.add} />}</div> : null}
            <BuilderList rows={view.rows} cannotAdd={view.cannotAdd} isTarget={view.lifted?.type != null} actions={actions} />
            {hasPicture ? shown : null}
          </div>
        </BuilderDrag>
      )}
      {hasSide ? (
        <Dialog
          open={menu !== null}
          size="small"
          title={addTitle}
          finalFocus={() => focusTarget(element.current, editorId, actor.getSnapshot().context.focus)}
          onClose={() => actor.send({ type: 'menu.closed' })}
        >
          {menu}
        </Dialog>
      ) : (
        // One sheet for both: the menu leads to the editor, and two that open and close at once would fight for the focus.
        <Drawer
          open={menu !== null || fieldEditor !== null}
          side="end"
          size="panel"
          title={menu === null ? (editor?.typeName ?? '') : addTitle}
          onClose={() => actor.send({ type: menu === null ? 'editor.closed' : 'menu.closed' })}
        >
          {menu ?? <div className={sheet}>{fieldEditor}</div>}
        </Drawer>
      )}
      <div role="status" aria-live="assertive" className={visuallyHidden}>
        <span key={view.announcement.count}>{view.announcement.text}</span>
      </div>
    </div>
  );
}
