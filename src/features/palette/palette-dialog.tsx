import type { PaletteEvent } from '#machines/palette/palette.machine.ts';
import type { PaletteView } from '#machines/palette/palette.view.ts';
import { Combobox, createListCollection } from '@ark-ui/react/combobox';
import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import { css } from '#styled/css/index.js';
import { Search, X } from 'lucide-react';
import { type FocusEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { backdropStyle } from '#src/ui/overlay-style.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { PaletteOptionRow } from './palette-option.tsx';

const positioner = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'flex-start',
  paddingTop: { base: '0', md: '[10vh]' },
  paddingInline: { base: '0', md: '6' },
});
const frame = css({
  width: 'full',
  maxWidth: { md: 'dialogLarge' },
  height: { base: 'screen', md: '[auto]' },
  maxHeight: { md: '[min(34rem, 80dvh)]' },
  overflow: 'hidden',
  backgroundColor: 'surface.raised',
  borderRadius: { base: 'none', md: 'md' },
  boxShadow: 'overlay',
  outline: 'none',
  _open: { animation: 'riseIn' },
});
const content = css({ display: 'flex', flexDirection: 'column', height: { base: 'full', md: '[auto]' }, maxHeight: '[inherit]' });
const head = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  flexShrink: '0',
  minHeight: '12',
  paddingInlineStart: '4',
  paddingInlineEnd: '2',
  borderBottom: 'hairline',
  color: 'text.muted',
});
const inputStyle = css({
  flex: '1',
  minWidth: '0',
  minHeight: '12',
  fontSize: 'lg',
  color: 'text',
  backgroundColor: 'transparent',
  // The list shows where the keyboard is.
  '&:focus-visible': { outline: 'none' },
});
const list = css({ flex: '1', minHeight: '0', overflowY: 'auto', overscrollBehavior: 'contain', padding: '2', scrollPaddingBlock: '8' });
const groupTitle = css({
  paddingInline: '2.5',
  paddingTop: '2',
  paddingBottom: '1',
  fontSize: 'xs',
  fontWeight: 'semibold',
  color: 'text.muted',
});
const message = css({ paddingInline: '4', paddingBlock: '8', color: 'text.muted', textAlign: 'center', overflowWrap: 'anywhere' });
const foot = css({
  flexShrink: '0',
  paddingInline: '4',
  paddingBlock: '2.5',
  borderTop: 'hairline',
  fontSize: 'sm',
  color: 'warning.text',
});

/** The dialog selects the text of the field that it focuses: the next key would replace what was typed before. */
function keepText({ currentTarget: input }: FocusEvent<HTMLInputElement>): void {
  queueMicrotask(() => input.setSelectionRange(input.value.length, input.value.length));
}

interface PaletteDialogProps {
  readonly view: PaletteView;
  readonly isOpen: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly send: (event: PaletteEvent) => void;
  /** Whether what was chosen leads to another screen. */
  readonly leaves: () => boolean;
  readonly onClose: () => void;
}

/** A text field over the list of what it finds: a combobox whose list is always there. */
export function PaletteDialog({ view, isOpen, input, send, leaves, onClose }: PaletteDialogProps) {
  return (
    <Ark.Root
      open={isOpen}
      lazyMount
      unmountOnExit
      aria-label="Search"
      initialFocusEl={() => input.current}
      finalFocusEl={() => (leaves() ? document.getElementById('main') : null)}
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
    >
      <Portal>
        <Ark.Backdrop className={backdropStyle} />
        <Ark.Positioner className={positioner}>
          <Ark.Content className={frame} data-state-of="palette">
            <PaletteContent view={view} input={input} send={send} onClose={onClose} />
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}

function PaletteContent({ view, input, send, onClose }: Pick<PaletteDialogProps, 'view' | 'input' | 'send' | 'onClose'>) {
  const { status, query, groups, activeId, announcement, isEmpty, reason } = view;
  const results = useRef<HTMLDivElement>(null);
  const collection = useMemo(
    () =>
      createListCollection({
        items: groups.flatMap(({ options }) => options),
        itemToValue: ({ id }) => id,
        itemToString: ({ label }) => label,
      }),
    [groups],
  );
  const { firstValue } = collection;
  useEffect(() => {
    // The first one with its heading.
    if (activeId === firstValue && results.current) results.current.scrollTop = 0;
  }, [activeId, firstValue]);
  return (
    <Combobox.Root
      collection={collection}
      // The dialog around it opens and closes.
      open
      disableLayer
      closeOnSelect={false}
      openOnClick={false}
      value={[]}
      inputValue={query}
      selectionBehavior="preserve"
      highlightedValue={activeId}
      className={content}
      onHighlightChange={({ highlightedValue }) => {
        if (highlightedValue !== null && highlightedValue !== activeId) send({ type: 'entry.pointed', id: highlightedValue });
      }}
      onInputValueChange={({ inputValue, reason: cause }) => {
        if (cause === 'input-change') send({ type: 'query.typed', query: inputValue });
      }}
      onSelect={({ itemValue }) => send({ type: 'choice.requested', id: itemValue })}
    >
      <div className={head}>
        <Search size={18} aria-hidden="true" />
        <Combobox.Input
          ref={input}
          className={inputStyle}
          aria-label="Search screens, settings, websites and actions"
          placeholder="Search…"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          data-own-undo=""
          onKeyDown={(event) => {
            // Before there are results: the first one is chosen once they are there.
            if (event.key === 'Enter' && collection.size === 0 && !event.nativeEvent.isComposing)
              send({ type: 'choice.requested', id: null });
          }}
          onFocus={keepText}
        />
        {status === 'loading' ? <Spinner /> : null}
        <IconButton label="Close search" title="Close (Esc)" icon={<X />} onClick={onClose} />
      </div>
      <Combobox.Content ref={results} aria-label="Results" className={groups.length > 0 ? list : undefined}>
        {groups.map((group) => (
          <Combobox.ItemGroup key={group.id}>
            <Combobox.ItemGroupLabel className={groupTitle}>{group.title}</Combobox.ItemGroupLabel>
            {group.options.map((option) => (
              <PaletteOptionRow key={option.id} option={option} />
            ))}
          </Combobox.ItemGroup>
        ))}
      </Combobox.Content>
      {isEmpty ? <p className={message}>{announcement}</p> : null}
      {status === 'error' ? (
        <div role="alert" className={message}>
          <p>What there is to find could not be read.</p>
          <Button onClick={() => send({ type: 'retry.requested' })}>Try again</Button>
        </div>
      ) : null}
      {reason === null ? null : <p className={foot}>{reason}</p>}
      <div role="status" className={visuallyHidden}>
        {announcement}
      </div>
    </Combobox.Root>
  );
}
