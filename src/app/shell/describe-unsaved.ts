interface Unsaved {
  /** How many fields no save has taken yet. */
  readonly fields: number;
  /** One of them is a secret, which no draft holds. */
  readonly secret: boolean;
  /** Where no field is left: a save of them is on its way. */
  readonly saving: boolean;
}

/** What is lost, and what is not, by leaving a screen as it is. */
export function describeUnsaved({ fields, secret, saving }: Unsaved): string {
  if (fields === 0) return saving ? 'What you changed is being saved. It goes on if you leave.' : 'Everything is saved now.';
  const one = fields === 1;
  if (one && secret) return '1 change is unsaved. It is a secret, so it is not kept if you leave without saving.';
  const kept = `If you leave without saving, ${one ? 'it is' : 'they are'} kept on this device until you come back`;
  return `${one ? '1 change is' : `${fields} changes are`} unsaved. ${kept}${secret ? ', all but the secret' : ''}.`;
}
