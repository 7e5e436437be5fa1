/** The ids that link a control with its label, help, error, warning and counter. */
export const fieldIds = (id: string) => ({
  label: `${id}-label`,
  help: `${id}-help`,
  error: `${id}-error`,
  warning: `${id}-warning`,
  void: `${id}-void`,
  counter: `${id}-counter`,
});

/** The `aria-describedby` of a control, for the parts that are visible. */
export function describe(
  id: string,
  visible: {
    readonly help?: boolean;
    readonly error?: boolean;
    readonly warning?: boolean;
    readonly void?: boolean;
    readonly counter?: boolean;
  },
): string | undefined {
  const ids = fieldIds(id);
  const list = [
    visible.error && ids.error,
    visible.warning && ids.warning,
    visible.void && ids.void,
    visible.help && ids.help,
    visible.counter && ids.counter,
  ].filter(Boolean);
  return list.length > 0 ? list.join(' ') : undefined;
}
