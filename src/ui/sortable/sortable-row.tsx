import { css, cx } from '#styled/css/index.js';
import { type ComponentProps, type ReactNode, useCallback, useRef } from 'react';
import { type PointerListeners, RowDrag, RowHandle } from './row-handle.tsx';
import type { RowKey } from './row-keys.ts';
import { useNear } from './use-near.ts';

const item = css({ listStyle: 'none', position: 'relative', '&:is([data-lifted], [data-dragged])': { zIndex: 'raised' } });
export const rowStyle = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  minHeight: '11',
  paddingInline: '1',
  borderRadius: 'md',
  backgroundColor: 'surface',
  _hover: { backgroundColor: 'surface.hover' },
  '[data-selected] > &': { backgroundColor: 'surface.hover' },
  ':is([data-lifted], [data-dragged]) > &': { backgroundColor: 'surface.raised', boxShadow: 'overlay' },
});

/** Where a row is while one is moved by the keyboard; the list's styles read it. */
export interface RowPlace {
  readonly isSelected: boolean;
  /** While it is lifted by the keyboard: the place where it would go, from 1. */
  readonly liftedTo: number | null;
  /** The row that is lifted by the keyboard has moved past it. */
  readonly isCrossed: boolean;
}

/** For the row's element. */
export const placeProps = ({ isSelected, liftedTo, isCrossed }: RowPlace) => ({
  className: item,
  'data-selected': isSelected || undefined,
  'data-lifted': liftedTo === null ? undefined : '',
  'data-crossed': isCrossed ? '' : undefined,
});

interface SortableRowProps extends Omit<ComponentProps<'li'>, 'ref' | 'id'> {
  readonly id: string;
  readonly name: string;
  readonly place: RowPlace;
  /** Rows of a group become part of a drag together. */
  readonly group: number;
  /** The id of the instructions for moving by keyboard, which describe every handle. */
  readonly helpId: string;
  readonly onPress: (id: string, key: RowKey) => void;
  /** Beside the handle. */
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

/**
 * A row with a handle. Far outside the window it takes no part in a drag: a list may have 300 of them. Its elements stay the same when that
 * changes: a click, the focus or an open menu would be lost with them.
 */
export function SortableRow({ id, name, place, group, helpId, onPress, children, below, className, ...rest }: SortableRowProps) {
  const { isNear, ref } = useNear(group);
  const element = useRef<HTMLLIElement>(null);
  const pointer = useRef<PointerListeners>(undefined);
  const setElement = useCallback(
    (li: HTMLLIElement | null) => {
      element.current = li;
      return ref(li);
    },
    [ref],
  );
  const { className: itemStyle, ...data } = placeProps(place);
  return (
    <li {...rest} {...data} ref={setElement} className={cx(itemStyle, className)}>
      {isNear ? <RowDrag id={id} element={element} pointer={pointer} /> : null}
      <div className={rowStyle}>
        <RowHandle id={id} label={name} liftedTo={place.liftedTo} helpId={helpId} pointer={pointer} onPress={onPress} />
        {children}
      </div>
      {below}
    </li>
  );
}
