const key = 'frontage.sessionsOffered';

/** Whether this API lists sign-ins, as last heard; null where it was never asked. Nothing secret, and no harm when it can't be kept. */
export const sessionsOffer = {
  read(): boolean | null {
    try {
      const kept = localStorage.getItem(key);
      return kept === null ? null : kept === 'yes';
    } catch {
      return null;
    }
  },
  write(offered: boolean): void {
    try {
      localStorage.setItem(key, offered ? 'yes' : 'no');
    } catch {
      // It is asked again.
    }
  },
};
