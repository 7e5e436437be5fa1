import { useDraggable } from '@dnd-kit/core';
import type { FormFieldType } from '#contract/forms/form-field.ts';
import { formFieldNames } from '#contract/forms/form-field.ts';
import { paletteGroups } from '#machines/form-builder/form-builder.view.ts';
import { css } from '#styled/css/index.js';
import { memo } from 'react';
import { Kbd } from '#src/ui/kbd.tsx';
import { typeIcons } from './type-icons.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '3' });
const heading = css({ fontWeight: 'semibold', lineHeight: 'tight', marginBottom: '1.5' });
const list = css({ display: 'grid', gridTemplateColumns: '[repeat(auto-fill, minmax(6.5rem, 1fr))]', gap: '1', listStyle: 'none' });
export const paletteItemStyle = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  width: 'full',
  minHeight: '8',
  height: 'full',
  paddingInline: '2',
  paddingBlock: '1',
  lineHeight: 'tight',
  fontSize: 'sm',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  textAlign: 'start',
  fontWeight: 'medium',
  '& svg': { flexShrink: '0', width: '4', height: '4', color: 'text.muted' },
});
const draggable = css({
  cursor: 'grab',
  // A finger scrolls over it; it drags once it was held.
  touchAction: 'manipulation',
  WebkitTouchCallout: 'none',
  userSelect: 'none',
  '&:hover:not([aria-disabled=true])': { backgroundColor: 'surface.hover' },
  '&[aria-disabled=true]': { cursor: 'not-allowed', opacity: 'dimmed' },
});
const hint = css({ fontSize: 'sm', color: 'text.muted', textWrap: '[pretty]' });

/** The id of a type while it is dragged. */
const dragIdOf = (type: FormFieldType): string => `new-${type}`;

interface PaletteProps {
  /** Why nothing can be added; null where it can. */
  readonly cannotAdd: string | null;
  readonly onAdd: (type: FormFieldType) => void;
}

/** The types of fields, to drag into the form or to click. */
export const Palette = memo(function Palette({ cannotAdd, onAdd }: PaletteProps) {
  return (
    <section aria-label="Field types" className={stack}>
      <p className={hint}>
        {cannotAdd ?? (
          <>
            Drag a field into the form, or click it to add it. In the form, press <Kbd>/</Kbd> to add one.
          </>
        )}
      </p>
      {paletteGroups.map(({ title, types }) => (
        <div key={title}>
          <h2 className={heading}>{title}</h2>
          <ul className={list} aria-label={title}>
            {types.map((type) => (
              <li key={type}>
                <PaletteItem type={type} disabled={cannotAdd !== null} onAdd={onAdd} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
});

function PaletteItem({
  type,
  disabled,
  onAdd,
}: {
  readonly type: FormFieldType;
  readonly disabled: boolean;
  readonly onAdd: PaletteProps['onAdd'];
}) {
  const { setNodeRef, listeners } = useDraggable({ id: dragIdOf(type), data: { type }, disabled });
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={`${paletteItemStyle} ${draggable}`}
      aria-disabled={disabled || undefined}
      onMouseDown={(event) => listeners?.['onMouseDown']?.(event)}
      onTouchStart={(event) => listeners?.['onTouchStart']?.(event)}
      onClick={() => {
        if (!disabled) onAdd(type);
      }}
    >
      <TypeName type={type} />
    </button>
  );
}

/** The icon and the name of a type. */
export function TypeName({ type }: { readonly type: FormFieldType }) {
  const Icon = typeIcons[type];
  return (
    <>
      <Icon aria-hidden="true" />
      {formFieldNames[type]}
    </>
  );
}
