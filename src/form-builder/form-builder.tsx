import { CircleAlert } from 'lucide-react';
import { type FormEntry, isReadField } from '#contract/forms/form-field.ts';
import { sameJson } from '#contract/json.ts';
import type { UsedKey } from '#machines/form-builder/form-builder.types.ts';
import type { EditNote } from '#machines/ports.ts';
import { css, cva } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { memo, type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { PreviewTabs } from '#src/preview/beside-preview.tsx';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { BuilderDrag } from './builder-drag.tsx';
import { BuilderList } from './builder-list.tsx';
import { AddDialog, type BuilderPartProps, BuilderSide, PhoneSheet } from './builder-side.tsx';
import { focusTarget, useBuilderFocus } from './use-builder-focus.ts';
import { type FormBuilderActor, useBuilderActions, useBuilderView, useFormBuilder } from './use-form-builder.ts';

const root = css({ display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0', width: 'full' });
/** By the room that the builder has, not the window: the state flows may be docked beside it. */
const columnsStyle = cva({
  base: { display: 'grid', gap: '4', alignItems: 'start', minWidth: '0' },
  variants: {
    columns: {
      1: { gridTemplateColumns: '[minmax(0, 1fr)]' },
      2: { gridTemplateColumns: '[17rem minmax(0, 1fr)]' },
      3: { gridTemplateColumns: '[17rem minmax(16rem, 2fr) minmax(20rem, 3fr)]' },
    },
  },
});
const pictureStyle = cva({
  base: { minWidth: '0', height: '[calc(100dvh - 16rem)]', minHeight: '[20rem]' },
  variants: {
    isBeside: {
      true: {
        position: 'sticky',
        top: '[calc(token(sizes.topbar) + 1rem)]',
        height: '[calc(100dvh - token(sizes.topbar) - 1rem - token(sizes.footTray) - var(--docked-below, 0px))]',
      },
    },
  },
});
const problemsStyle = css({ display: 'flex', gap: '1.5', color: 'danger.text', '& svg': { flexShrink: '0', marginTop: '0.5' } });

/** Loaded with the picture: the editing of fields does not wait for it. */
const formPicture = lazyComponent(async () => (await import('./form-picture.tsx')).FormPicture);

/** What the field around the builder asks of it. */
export interface BuilderHandle {
  /** Leads to the control that a save has found to be wrong. */
  readonly openProblem: () => void;
}

/** Of the first message about the form as a whole, where there is one. */
export const problemId = (id: string): string => `${id}-problem`;

export interface FormBuilderProps {
  readonly ref: Ref<BuilderHandle>;
  /** The ids of its controls begin with it. */
  readonly id: string;
  readonly value: readonly FormEntry[];
  readonly usedKeys: readonly UsedKey[];
  /** The fields as they are stored. The same list until they change, as for the used keys. */
  readonly storedFields: readonly FormEntry[];
  /** The form was found to have a problem: those of the field in the editor are shown too. */
  readonly isTried: boolean;
  /** Null where there is no website to show the form on. */
  readonly websiteId: string | null;
  readonly form: { readonly name: string; readonly label: string; readonly description: string };
  readonly disabled: boolean;
  readonly onChange: (fields: readonly FormEntry[], note: EditNote) => void;
  /** The focus has left a control of the editor. */
  readonly onBlur: () => void;
}

/** Builds a form: the palette or the editor of a field, the fields in their order, and a picture of the form. */
export function FormBuilder(props: FormBuilderProps) {
  const { ref, id, value, usedKeys, storedFields, isTried, websiteId, form, disabled, onChange, onBlur } = props;
  const actor = useFormBuilder({ value, usedKeys, storedFields, onChange });
  const actions = useBuilderActions(actor, onBlur);
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  const element = useRef<HTMLDivElement>(null);
  const columns = useColumns(element, websiteId === null ? 2 : 3);
  const hasSide = columns > 1;
  const hasPicture = columns === 3;
  const editorId = `${id}-editor`;
  useBuilderFocus(
    element,
    editorId,
    useBuilderView(actor, isTried, (view) => view.focus),
  );
  useImperativeHandle(ref, () => ({
    openProblem() {
      setTab('edit');
      actor.send({ type: 'problem.opened' });
    },
  }));
  const problems = useBuilderView(actor, isTried, (view) => view.problems, sameJson);
  const isPreview = !hasPicture && tab === 'preview' && websiteId !== null;
  const picture = websiteId === null ? null : <FormPicture actor={actor} websiteId={websiteId} form={form} isBeside={hasPicture} />;
  return (
    <div ref={element} className={root} inert={disabled} data-builder="">
      {hasPicture || websiteId === null ? null : <PreviewTabs value={tab} onChange={setTab} />}
      {problems.map((problem, at) => (
        <p key={problem} id={at === 0 ? problemId(id) : undefined} className={problemsStyle}>
          <CircleAlert size={16} aria-hidden="true" />
          {problem}
        </p>
      ))}
      <div className={isPreview ? undefined : columnsStyle({ columns })}>
        {isPreview ? null : <BuilderColumns actor={actor} actions={actions} isTried={isTried} editorId={hasSide ? editorId : null} />}
        {isPreview || hasPicture ? picture : null}
      </div>
      {hasSide ? (
        <AddDialog
          actor={actor}
          actions={actions}
          finalFocus={() => focusTarget(element.current, editorId, actor.getSnapshot().context.focus)}
        />
      ) : (
        <PhoneSheet actor={actor} actions={actions} isTried={isTried} editorId={editorId} />
      )}
      <Announcement actor={actor} />
    </div>
  );
}

/** The least width of the builder with an editor beside the form, and with the picture too. px. */
const narrowest = { side: 544, picture: 880 };
/**
 * Room for a scrollbar, px. Another column may make the page so high that it gets a scrollbar: the column must still fit then, or it would come
 * and go without end.
 */
const scrollbar = 18;

/** How many columns fit, at most `most`. It is known before the first paint, so that nothing moves. */
function useColumns<Most extends 2 | 3>(element: RefObject<HTMLElement | null>, most: Most): 1 | 2 | Most {
  const [fitting, setFitting] = useState<1 | 2 | 3>(1);
  useLayoutEffect(() => {
    const builder = element.current;
    if (builder === null) return;
    const measure = () => {
      const width = builder.clientWidth;
      setFitting((now) => {
        const fits = (columns: 2 | 3, least: number) => width >= least + (now < columns ? scrollbar : 0);
        return fits(3, narrowest.picture) ? 3 : fits(2, narrowest.side) ? 2 : 1;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(builder);
    return () => observer.disconnect();
  }, [element]);
  return fitting === 3 ? most : fitting;
}

interface ColumnsProps extends BuilderPartProps {
  /** Null: there is no room beside the form. */
  readonly editorId: string | null;
}

/** What is dragged from, and into. None of it is drawn again by a key that changes one row. */
const BuilderColumns = memo(function BuilderColumns({ actor, actions, isTried, editorId }: ColumnsProps) {
  return (
    <BuilderDrag actor={actor}>
      {editorId === null ? null : <BuilderSide actor={actor} actions={actions} isTried={isTried} editorId={editorId} />}
      <BuilderList actor={actor} isTried={isTried} actions={actions} />
    </BuilderDrag>
  );
});

/** The form as it would be, from the fields that this version can read. */
const FormPicture = memo(function FormPicture({
  actor,
  websiteId,
  form,
  isBeside,
}: Pick<FormBuilderProps, 'form'> & { readonly actor: FormBuilderActor; readonly websiteId: string; readonly isBeside: boolean }) {
  const entries = useSelector(actor, ({ context }) => context.fields);
  const fields = useMemo(() => entries.map(({ field }) => field).filter(isReadField), [entries]);
  return (
    <div className={pictureStyle({ isBeside })}>
      <LazyBoundary part={formPicture} props={{ websiteId, form, fields }} />
    </div>
  );
});

function Announcement({ actor }: { readonly actor: FormBuilderActor }) {
  const { text, count } = useSelector(actor, ({ context }) => context.announcement);
  return (
    <div role="status" aria-live="assertive" className={visuallyHidden}>
      <span key={count}>{text}</span>
    </div>
  );
}
