declare const __APP_VERSION__: string;

/** The build's version, put in by the bundler. */
export const appVersion: string = __APP_VERSION__;
