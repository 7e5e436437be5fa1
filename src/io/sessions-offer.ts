const key = 'frontage.sessionsOffered';

/** Whether this API lists sign-ins, by its last answer; null where it was never asked. Not secret, and not needed. */
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
