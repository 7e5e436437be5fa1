const key = 'frontage.sessionsOffered';

/** Whether this API lists sign-ins, by its last answer; null where it was never asked. */
export const sessionsOffer = {
  read(): boolean | null {
    try {
      const stored = localStorage.getItem(key);
      return stored === null ? null : stored === 'yes';
    } catch {
      return null;
    }
  },
  write(offered: boolean): void {
    try {
      localStorage.setItem(key, offered ? 'yes' : 'no');
    } catch {
      // The API is then asked again.
    }
  },
};
