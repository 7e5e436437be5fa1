import { CircleAlert } from 'lucide-react';
import { type FormEntry, isReadField } from '#contract/forms/form-field.ts';
import { sameJson } from '#contract/json.ts';
import type { UsedKey } from '#machines/form-builder/form-builder.types.ts';
import type { EditNote } from '#machines/ports.ts';
import { css, cva } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { type CSSProperties, memo, type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { PreviewTabs } from '#src/preview/beside-preview.tsx';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { BuilderDrag } from './builder-drag.tsx';
import { BuilderList } from './builder-list.tsx';
import { AddDialog, BuilderPalette, type BuilderPartProps, PhoneSheet, SideEditor } from './builder-side.tsx';
import { focusTarget, useBuilderFocus } from './use-builder-focus.ts';
import { type FormBuilderActor, useBuilderActions, useBuilderView, useFormBuilder } from './use-form-builder.ts';

const root = css({ display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0', width: 'full' });
/**
 * The columns end above the bar at the foot of the window, each with a scrollbar of its own: the page need not be scrolled. In a low window
 * they stay usable, and it is.
 */
const columnsStyle = cva({
  base: { display: 'grid', gap: '4', minWidth: '0' },
  variants: {
    layout: {
      one: { gridTemplateColumns: '[minmax(0, 1fr)]' },
      over: { gridTemplateColumns: '[13rem minmax(0, 1fr)]' },
      overBesidePicture: { gridTemplateColumns: '[15rem minmax(0, 1fr) minmax(0, 1fr)]' },
      beside: { gridTemplateColumns: '[15rem minmax(0, 1fr) minmax(0, 22rem)]' },
      all: { gridTemplateColumns: '[16rem minmax(16rem, 1fr) 20rem minmax(18rem, 1.2fr)]' },
    },
    isBeside: {
      true: {
        gridTemplateRows: '[minmax(0, 1fr)]',
        height:
          '[min(max(24rem, calc(100dvh - var(--builder-top) - token(sizes.footTray) - 1rem)), calc(100dvh - token(sizes.topbar) - token(sizes.footTray) - 1rem))]',
        minHeight: '[18rem]',
        '& > *': { gridRow: '1' },
      },
    },
  },
});
const pictureStyle = cva({
  base: { minWidth: '0', height: '[calc(100dvh - 16rem)]', minHeight: '[20rem]' },
  variants: { isBeside: { true: { gridColumn: '[-2 / -1]', height: 'full', minHeight: '0' } } },
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

/** Builds a form: the palette, the fields in their order, the editor of one of them, and a picture of the form. */
export function FormBuilder(props: FormBuilderProps) {
  const { ref, id, value, usedKeys, storedFields, isTried, websiteId, form, disabled, onChange, onBlur } = props;
  const actor = useFormBuilder({ value, usedKeys, storedFields, onChange });
  const actions = useBuilderActions(actor, onBlur);
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  const element = useRef<HTMLDivElement>(null);
  const { layout, top } = useLayout(element, websiteId !== null);
  const room: CSSProperties & { readonly '--builder-top': string } = { '--builder-top': `${top}px` };
  const isBeside = layout !== 'one';
  const hasPicture = layout === 'all' || layout === 'overBesidePicture';
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
    <div ref={element} className={root} inert={disabled} data-builder="" style={room}>
      {hasPicture || websiteId === null ? null : <PreviewTabs value={tab} onChange={setTab} />}
      {problems.map((problem, at) => (
        <p key={problem} id={at === 0 ? problemId(id) : undefined} className={problemsStyle}>
          <CircleAlert size={16} aria-hidden="true" />
          {problem}
        </p>
      ))}
      <div className={isPreview ? undefined : columnsStyle({ layout, isBeside })} data-columns={(isBeside && !isPreview) || undefined}>
        {isPreview ? null : <BuilderColumns actor={actor} actions={actions} isTried={isTried} hasPalette={isBeside} />}
        {isPreview || !isBeside ? null : (
          <SideEditor
            actor={actor}
            actions={actions}
            isTried={isTried}
            editorId={editorId}
            isOver={layout === 'over' || layout === 'overBesidePicture'}
          />
        )}
        {isPreview || hasPicture ? picture : null}
      </div>
      {isBeside ? (
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

type Layout = 'one' | 'over' | 'overBesidePicture' | 'beside' | 'all';

/** The least width of the builder, rem: larger text needs more room. */
const narrowest = { over: 40, picture: 52, all: 76 };
/** Room for a scrollbar, rem. A column may bring one, and must still fit then, or it would come and go without end. */
const scrollbar = 1.2;

interface Measured {
  readonly level: 0 | 1 | 2 | 3;
  /** From the page's top to the builder's, px. */
  readonly top: number;
}

/**
 * What stands beside the form, by the room that the builder has, not the window: the state flows may be docked beside it. It is known before
 * the first paint, so that nothing moves.
 */
function useLayout(element: RefObject<HTMLElement | null>, hasPicture: boolean): { readonly layout: Layout; readonly top: number } {
  const [{ level, top }, setMeasured] = useState<Measured>({ level: 0, top: 0 });
  useLayoutEffect(() => {
    const builder = element.current;
    if (builder === null) return;
    const measure = () => {
      const width = builder.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const columns = builder.querySelector('[data-columns]') ?? builder;
      const top = Math.round(columns.getBoundingClientRect().top + window.scrollY);
      setMeasured((now) => {
        const fits = (next: Measured['level'], least: number) => width >= least + (now.level < next ? scrollbar : 0);
        const level = fits(3, narrowest.all) ? 3 : fits(2, narrowest.picture) ? 2 : fits(1, narrowest.over) ? 1 : 0;
        return level === now.level && top === now.top ? now : { level, top };
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(builder);
    // What stands above the builder may grow.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return { layout: layoutOf(level, hasPicture), top };
}

function layoutOf(level: Measured['level'], hasPicture: boolean): Layout {
  if (level === 0) return 'one';
  if (level === 1) return 'over';
  if (!hasPicture) return 'beside';
  return level === 2 ? 'overBesidePicture' : 'all';
}

interface ColumnsProps extends BuilderPartProps {
  readonly hasPalette: boolean;
}

/** What is dragged from, and into. None of it is drawn again by a key that changes one row. */
const BuilderColumns = memo(function BuilderColumns({ actor, actions, isTried, hasPalette }: ColumnsProps) {
  return (
    <BuilderDrag actor={actor}>
      {hasPalette ? <BuilderPalette actor={actor} actions={actions} /> : null}
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
