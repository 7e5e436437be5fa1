import { ColorPicker as Ark, parseColor } from '@ark-ui/react/color-picker';
import { Portal } from '@ark-ui/react/portal';
import { css, cx } from '#styled/css/index.js';
import { floatStyle } from './overlay-style.ts';
import { Swatch } from './swatch.tsx';

const trigger = css({
  display: 'inline-flex',
  borderRadius: 'md',
  cursor: 'pointer',
  _disabled: { cursor: 'not-allowed', opacity: 'dimmed' },
});
const controlStyle = css({ display: 'flex', flexShrink: '0' });
const panel = css({ display: 'flex', flexDirection: 'column', gap: '3', padding: '3', width: '[15rem]' });
const area = css({ position: 'relative', height: '[9rem]', borderRadius: 'sm' });
const areaBackground = css({ height: 'full', borderRadius: 'sm' });
const track = css({ height: '3', borderRadius: 'full' });
const thumb = css({
  width: '5',
  height: '5',
  borderRadius: 'full',
  border: '[2px solid white]',
  boxShadow: '[0 0 0 1px rgb(0 0 0 / 0.6)]',
  transform: 'translate(-50%, -50%)',
  cursor: 'grab',
  '&:focus-visible': { outline: 'focus', outlineOffset: '[2px]' },
});
const slider = css({ position: 'relative', paddingBlock: '1.5' });

const groupLabel = css({ fontSize: 'xs', color: 'text.muted', marginBottom: '1' });
const swatchRow = css({ display: 'flex', flexWrap: 'wrap', gap: '1' });
const swatchButton = css({ display: 'inline-flex', padding: '0.5', borderRadius: 'sm', cursor: 'pointer' });

/** A named group of colours `#rrggbb`; an empty group is not shown. */
export interface SwatchChoices {
  readonly label: string;
  readonly colors: readonly string[];
}

export interface ColorPickerProps {
  readonly label: string;
  /** `#rrggbb`. */
  readonly value: string;
  /** False where no colour is chosen yet: the swatch is empty. */
  readonly isChosen: boolean;
  readonly disabled?: boolean;
  /** Colours to choose with one click; called when the picker opens. */
  readonly swatches?: () => readonly SwatchChoices[];
  readonly onChange: (value: string) => void;
  readonly onClose?: () => void;
}

/** The swatch that opens the picker. No alpha. */
export function ColorPicker({ label, value, isChosen, disabled, swatches, onChange, onClose }: ColorPickerProps) {
  return (
    <Ark.Root
      value={parseColor(value)}
      format="hsba"
      disabled={disabled}
      lazyMount
      unmountOnExit
      positioning={{ placement: 'bottom-start', gutter: 6 }}
      onOpenChange={({ open }) => {
        if (!open) onClose?.();
      }}
      onValueChange={(details) => onChange(details.value.toString('hex').toLowerCase())}
    >
      <Ark.Control className={controlStyle}>
        <Ark.Trigger className={trigger} aria-label={`Pick a colour: ${label}`}>
          <Swatch color={isChosen ? value : null} size="control" />
        </Ark.Trigger>
      </Ark.Control>
      <Portal>
        <Ark.Positioner>
          <Ark.Content className={cx(floatStyle, panel)} aria-label={label}>
            <Ark.Area className={area}>
              <Ark.AreaBackground className={areaBackground} />
              <Ark.AreaThumb className={thumb} aria-label={`${label}: saturation and brightness`} />
            </Ark.Area>
            <Ark.ChannelSlider channel="hue" className={slider}>
              <Ark.ChannelSliderTrack className={track} />
              <Ark.ChannelSliderThumb className={thumb} aria-label={`${label}: hue`} />
            </Ark.ChannelSlider>
            {swatches ? <Swatches of={swatches} /> : null}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}

function Swatches({ of }: { readonly of: () => readonly SwatchChoices[] }) {
  return of()
    .filter(({ colors }) => colors.length > 0)
    .map(({ label, colors }) => (
      <div key={label}>
        <div className={groupLabel}>{label}</div>
        <Ark.SwatchGroup className={swatchRow}>
          {colors.map((color) => (
            <Ark.SwatchTrigger key={color} value={color} className={swatchButton} title={color}>
              <Swatch color={color} />
            </Ark.SwatchTrigger>
          ))}
        </Ark.SwatchGroup>
      </div>
    ));
}
