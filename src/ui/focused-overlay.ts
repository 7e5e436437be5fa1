/** The open menu, popover or dialog that holds the focus; null where none does. It closes when it loses the focus. */
export const focusedOverlay = (): Element | null => document.activeElement?.closest('[data-part="content"][data-state="open"]') ?? null;
