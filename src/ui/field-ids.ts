/** The ids by which a control, its help, its error and its counter find each other. */
export const fieldIds = (id: string) => ({
  label: `${id}-label`,
  help: `${id}-help`,
  error: `${id}-error`,
  warning: `${id}-warning`,
  counter: `${id}-counter`,
});

/** What a control needs to be described: pass on what is shown. */
export function describe(
  id: string,
  shown: { readonly help?: boolean; readonly error?: boolean; readonly warning?: boolean; readonly counter?: boolean },
): string | undefined {
  const ids = fieldIds(id);
  const list = [shown.error && ids.error, shown.warning && ids.warning, shown.help && ids.help, shown.counter && ids.counter].filter(
    Boolean,
  );
  return list.length > 0 ? list.join(' ') : undefined;
}
