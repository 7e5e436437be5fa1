import '#src/styles.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { PillToggle } from '#src/ui/pill-toggle.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Swatch } from '#src/ui/swatch.tsx';
import { SwatchGroup } from '#src/ui/swatch-group.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { css } from '#styled/css/index.js';

interface Emulation {
  readonly send: (method: 'Emulation.setEmulatedMedia', params: { features: { name: string; value: string }[] }) => Promise<void>;
}
const force = (value: string) =>
  (cdp() as unknown as Emulation).send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });

let place: HTMLElement;
let unmount: () => void;
beforeEach(async () => {
  await force('active');
  place = document.body.appendChild(document.createElement('div'));
  // Each change is drawn at once.
  place.style.setProperty('--durations-fast', '0s');
  place.style.setProperty('--durations-normal', '0s');
  const root = createRoot(place);
  const none = () => undefined;
  const options = ['on', 'off'].map((value) => ({ value, label: value, color: '#123456' }));
  const radios = { value: 'on', options, onChange: none };
  flushSync(() =>
    root.render(
      <>
        {[true, false].map((checked) => (
          <div key={String(checked)} data-of={checked ? 'on' : 'off'}>
            <Checkbox label="Checkbox" checked={checked} onChange={none} />
            <Checkbox label="Disabled" checked={checked} disabled onChange={none} />
            <Switch label="Switch" checked={checked} onChange={none} />
            <PillToggle id={`pill-${checked}`} aria-label="Pill" on="On" off="Off" checked={checked} onChange={none} />
            <button type="button" aria-pressed={checked}>
              Button
            </button>
            <nav>
              <a href="#link" aria-current={checked ? 'page' : undefined}>
                Current screen
              </a>
            </nav>
            <svg aria-hidden="true">
              <rect className={css({ stroke: 'border.strong', fill: 'surface' })} />
              <rect className={css({ stroke: 'accent.solid', fill: 'accent.subtle' })} />
            </svg>
          </div>
        ))}
        <RadioGroup {...radios} id="radios" />
        <Segmented {...radios} id="segments" />
        <SwatchGroup {...radios} id="swatches" />
        <Tabs label="Tabs" value="on" tabs={options.map((option) => ({ ...option, content: '' }))} onChange={none} />
        <Button variant="primary">Save</Button>
        <Swatch color="#123456" />
        <ProgressBar label="Progress" done={1} all={2} />
      </>,
    ),
  );
  unmount = () => root.unmount();
});
afterEach(async () => {
  unmount();
  place.remove();
  await force('none');
});

/** What can be seen of an element: its colours, its edge, and the mark that is drawn in it. */
function lookOf(element: Element | null | undefined): string {
  if (!element) throw new Error('no such element');
  return [undefined, '::before']
    .map((pseudo) => getComputedStyle(element, pseudo))
    .map((style) => [style.backgroundColor, style.color, style.borderColor, style.outlineStyle, style.content, style.opacity].join(' '))
    .join(' | ');
}
const both = (selector: string) => ['on', 'off'].map((of) => lookOf(place.querySelector(`[data-of=${of}] ${selector}`)));
const choices = (id: string, selector: string) => [...(document.getElementById(id)?.querySelectorAll(selector) ?? [])].map(lookOf);

it.each([
  ['checkbox', () => both('input[type=checkbox]')],
  ['disabled checkbox', () => both('input:disabled')],
  ['switch', () => both('input[role=switch]')],
  ['switch with two texts', () => both('label:has(> [aria-label=Pill])')],
  ['pressed button', () => both('[aria-pressed]')],
  ['current link', () => both('a')],
  ['radio button', () => choices('radios', 'input')],
  ['segment', () => choices('segments', 'label')],
  ['swatch', () => choices('swatches', 'label')],
  ['tab', () => [...place.querySelectorAll('[role=tab]')].map(lookOf)],
])('what is chosen looks different in the colours of the system: %s', (_, looks) => {
  const [on, off] = looks();
  expect(on).not.toBe(off);
});

it('draws marks in colours of the system, and not in the one behind them', () => {
  const color = (value: string) => {
    place.style.color = value;
    return getComputedStyle(place).color;
  };
  const [canvas, highlight] = [color('Canvas'), color('Highlight')];
  const radio = document.querySelector('#radios :checked');
  expect(radio && getComputedStyle(radio, '::before').backgroundColor).toBe(highlight);
  const thumb = document.querySelector('[data-of=off] [role=switch]');
  expect(thumb && getComputedStyle(thumb, '::before').backgroundColor).not.toBe(canvas);
  const [state, active] = [...place.querySelectorAll('rect')].map((rect) => getComputedStyle(rect));
  expect(state?.stroke).not.toBe(canvas);
  expect(active?.stroke).toBe(highlight);
  expect(active?.fill).toBe(canvas);
  expect(getComputedStyle(place.querySelector('progress') ?? place).borderTopWidth).toBe('1px');
});

it('draws no page colour behind the text of the button that counts', () => {
  const save = [...place.querySelectorAll('button')].find((button) => button.textContent === 'Save');
  if (!save) throw new Error('no button');
  const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(save);
  expect(forcedColorAdjust).toBe('none');
  expect(color).not.toBe(backgroundColor);
});

it('keeps the colour of a swatch, with a border', () => {
  const swatch = place.querySelector(':scope > span');
  if (!swatch) throw new Error('no swatch');
  const { backgroundColor, borderTopWidth } = getComputedStyle(swatch);
  expect([backgroundColor, borderTopWidth]).toEqual(['rgb(18, 52, 86)', '1px']);
});
