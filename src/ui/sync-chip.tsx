import { Check, CloudOff, HardDrive, PenLine, ServerOff, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { css, cva } from '#styled/css/index.js';
import { Spinner } from './spinner.tsx';

const style = cva({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    flexShrink: '0',
    gap: '2',
    minHeight: '8',
    paddingInline: { base: '2', md: '3' },
    borderRadius: 'full',
    borderStyle: 'solid',
    borderWidth: 'thin',
    fontSize: 'sm',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
    '& svg': { width: '3.5', height: '3.5' },
  },
  variants: {
    state: {
      saved: {
        color: 'text.muted',
        borderColor: 'border',
        _hover: { backgroundColor: 'surface.hover' },
        '& svg': { color: 'success.text' },
      },
      saving: { color: 'text.muted', borderColor: 'border', _hover: { backgroundColor: 'surface.hover' } },
      unsaved: { color: 'text', borderColor: 'border.strong', _hover: { backgroundColor: 'surface.hover' } },
      onDevice: { color: 'info.text', borderColor: 'info.border', backgroundColor: 'info.subtle' },
      offline: { color: 'warning.text', borderColor: 'warning.border', backgroundColor: 'warning.subtle' },
      trouble: { color: 'warning.text', borderColor: 'warning.border', backgroundColor: 'warning.subtle' },
      attention: { color: 'danger.text', borderColor: 'danger.border', backgroundColor: 'danger.subtle' },
    },
  },
});
const mark = css({ display: 'inline-flex', alignItems: 'center', justifyContent: 'center', width: '4', height: '4' });
/** On a phone the label is for screen readers only: it would leave no room for the website's name. */
const labelStyle = css({ srOnly: { _slimBar: true } });

export type SyncChipState = 'saved' | 'saving' | 'unsaved' | 'onDevice' | 'offline' | 'trouble' | 'attention';

const marks = {
  saved: <Check aria-hidden="true" />,
  saving: <Spinner />,
  unsaved: <PenLine aria-hidden="true" />,
  onDevice: <HardDrive aria-hidden="true" />,
  offline: <CloudOff aria-hidden="true" />,
  trouble: <ServerOff aria-hidden="true" />,
  attention: <TriangleAlert aria-hidden="true" />,
};

export interface SyncChipProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly state: SyncChipState;
  readonly label: string;
}

export function SyncChip({ state, label, ...rest }: SyncChipProps) {
  return (
    <button {...rest} type="button" className={style({ state })} data-state={state}>
      <span className={mark}>{marks[state]}</span>
      <span className={labelStyle}>{label}</span>
    </button>
  );
}
