/** Gives the focus to a field by its control's id: to the control itself, or, where several make it up, to the first of them. */
export function focusField(id: string): void {
  const control = document.getElementById(id);
  control?.scrollIntoView({ block: 'nearest' });
  control?.focus({ preventScroll: true });
  if (control && document.activeElement !== control)
    control.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable=true]')?.focus({ preventScroll: true });
}
