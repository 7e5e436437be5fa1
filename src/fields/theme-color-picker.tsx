import type { ReactElement } from 'react';
import { Popover } from '#src/ui/popover.tsx';
import { type SwatchOption, SwatchGroup } from '#src/ui/swatch-group.tsx';
import { css } from '#styled/css/index.js';

const panel = css({ padding: '3' });

export interface ThemeColorPickerProps {
  readonly id: string;
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly SwatchOption[];
  readonly open: boolean;
  readonly trigger: ReactElement;
  readonly onOpenChange: (open: boolean) => void;
  readonly onChange: (value: string) => void;
}

/** The colours of a theme to choose from. A click chooses and closes; the arrow keys choose and leave it open. */
export function ThemeColorPicker({ id, label, value, options, open, trigger, onOpenChange, onChange }: ThemeColorPickerProps) {
  return (
    <Popover
      label={`Choose ${label}`}
      open={open}
      onOpenChange={onOpenChange}
      trigger={trigger}
      initialFocus={() => document.querySelector(`#${CSS.escape(`${id}-options`)} input:checked`)}
    >
      <div className={panel}>
        <SwatchGroup
          id={`${id}-options`}
          aria-label={label}
          value={value}
          options={options}
          onChange={onChange}
          onClick={({ detail }) => detail > 0 && onOpenChange(false)}
        />
      </div>
    </Popover>
  );
}
