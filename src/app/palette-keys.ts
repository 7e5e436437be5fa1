import { shortcutOf } from '#src/ui/shortcut.ts';

type Requested = 'palette' | 'shortcuts';

/** The palette once its code is there. */
interface PaletteReceiver {
  readonly request: (what: Requested, typed: string) => void;
  /** A key that came before the text field had the focus. */
  readonly append: (text: string) => void;
  readonly choose: () => void;
  /** Open, and its text field does not have the focus yet. */
  readonly isOpening: () => boolean;
}

let receiver: PaletteReceiver | null = null;
/** What was asked for while the code is on its way, and what was typed since. */
let waiting: { readonly what: Requested; typed: string; isChosen: boolean } | null = null;
let load: () => void = () => undefined;

export function requestPalette(what: Requested): void {
  if (receiver) receiver.request(what, '');
  else {
    waiting = waiting?.what === what ? null : { what, typed: '', isChosen: false };
    load();
  }
}

/** Hands over to the palette: the keys from now on, and those that have come before. */
export function receivePaletteKeys(next: PaletteReceiver): () => void {
  receiver = next;
  if (waiting) {
    next.request(waiting.what, waiting.typed);
    if (waiting.isChosen) next.choose();
    waiting = null;
  }
  return () => {
    if (receiver === next) receiver = null;
  };
}

/** Mod+K anywhere, `?` outside of text fields; caught before they reach any control. No key after Mod+K is lost. */
export function listenForPaletteKeys(onRequested: () => void): () => void {
  load = onRequested;
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || !obeys(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', onKey, true);
  return () => window.removeEventListener('keydown', onKey, true);
}

function obeys(event: KeyboardEvent): boolean {
  const { key } = event;
  if (event.metaKey || event.ctrlKey) {
    const isOurs = shortcutOf(event) === 'mod+k';
    if (isOurs) requestPalette('palette');
    return isOurs;
  }
  if (waiting?.what === 'palette' || receiver?.isOpening()) return takes(key);
  const isAsked = key === '?' && !isTextField(event.composedPath()[0]);
  if (isAsked) requestPalette('shortcuts');
  return isAsked;
}

function takes(key: string): boolean {
  if (key === 'Escape' && waiting) waiting = null;
  else if (key === 'Enter') {
    if (waiting) waiting.isChosen = true;
    else receiver?.choose();
  } else if (key.length === 1) {
    if (waiting) waiting.typed += key;
    else receiver?.append(key);
  } else return false;
  return true;
}

const isTextField = (target: EventTarget | undefined): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable=true]');
