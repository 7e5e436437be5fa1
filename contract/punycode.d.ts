// The package has no types of its own.
declare module 'punycode.js' {
  const punycode: {
    /** Throws RangeError for punycode that is not valid. */
    readonly toUnicode: (domain: string) => string;
    readonly toASCII: (domain: string) => string;
  };
  export default punycode;
}
