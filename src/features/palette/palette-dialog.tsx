import type { PaletteEvent } from '#machines/palette/palette.machine.ts';
import type { Move } from '#machines/palette/palette.types.ts';
import type { PaletteView } from '#machines/palette/palette.view.ts';
import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import { css } from '#styled/css/index.js';
import { Search, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { backdropStyle } from '#src/ui/overlay-style.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { optionId, PaletteOptionRow } from './palette-option.tsx';

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
const content = css({
  display: 'flex',
  flexDirection: 'column',
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

const moves: Readonly<Record<string, Move>> = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' };

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
          <Ark.Content className={content} data-state-of="palette">
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
  useEffect(() => {
    const active = activeId === null ? null : document.getElementById(optionId(activeId));
    // The first one with its heading.
    if (active && active === results.current?.querySelector('[role=option]')) results.current.scrollTop = 0;
    else active?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = moves[event.key];
    if (to !== undefined) send({ type: 'active.moved', to });
    else if (event.key === 'Enter') send({ type: 'choice.requested', id: null });
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={head}>
        <Search size={18} aria-hidden="true" />
        <input
          ref={input}
          className={inputStyle}
          role="combobox"
          aria-label="Search screens, settings, websites and actions"
          aria-expanded={groups.length > 0}
          aria-controls="palette-results"
          aria-autocomplete="list"
          aria-activedescendant={activeId === null ? undefined : optionId(activeId)}
          placeholder="Search…"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          data-own-undo=""
          value={query}
          onChange={(event) => send({ type: 'query.typed', query: event.target.value })}
          onKeyDown={onKeyDown}
          onFocus={keepText}
        />
        {status === 'loading' ? <Spinner /> : null}
        <IconButton label="Close search" title="Close (Esc)" icon={<X />} onClick={onClose} />
      </div>
      <div
        ref={results}
        id="palette-results"
        role="listbox"
        aria-label="Results"
        tabIndex={-1}
        className={groups.length > 0 ? list : undefined}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={group.id} role="group" aria-labelledby={`palette-${group.id}`}>
            <div id={`palette-${group.id}`} role="presentation" className={groupTitle}>
              {group.title}
            </div>
            {group.options.map((option) => (
              <PaletteOptionRow
                key={option.id}
                option={option}
                onPoint={() => send({ type: 'entry.pointed', id: option.id })}
                onChoose={() => send({ type: 'choice.requested', id: option.id })}
              />
            ))}
          </div>
        ))}
      </div>
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
    </>
  );
}
