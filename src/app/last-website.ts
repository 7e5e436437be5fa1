const key = 'frontage.lastWebsite';

/** The website last opened in this browser. Not secret, and only a convenience: a failure to store it is ignored. */
export const lastWebsite = {
  read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(websiteId: string): void {
    try {
      localStorage.setItem(key, websiteId);
    } catch {
      // The storage is full or forbidden.
    }
  },
};
