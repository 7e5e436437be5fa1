const key = 'frontage.lastWebsite';

/** The website last opened in this browser; nothing secret, and nobody is harmed when it can't be kept. */
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
      // Only a convenience.
    }
  },
};
