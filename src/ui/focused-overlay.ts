/** The open menu, popover or dialog that holds the focus; null where none does. Whoever takes the focus from it closes it. */
export const focusedOverlay = (): Element | null => document.activeElement?.closest('[data-part="content"][data-state="open"]') ?? null;
