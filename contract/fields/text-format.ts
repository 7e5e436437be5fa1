import { linesOf, shortened } from './line-rules.ts';

/** The form of a code that its service fixes. The screens that use one import it, so that others do not load it. */
export interface TextFormat {
  /** Brings what people paste into the form of the code alone. */
  readonly clean: (text: string) => string;
  /** The validation message for a text that is clean and not blank. */
  readonly problem: (text: string) => string | null;
  readonly sample: (n: number) => string;
}

const upper = (text: string): string => text.trim().toUpperCase();

const container = /^GTM-[A-Z0-9]{4,20}$/u;
const measurement = /^(?:G-[A-Z0-9]{4,20}|UA-\d{4,12}-\d{1,4})$/u;

export const tagManager: TextFormat = {
  clean: upper,
  problem(text) {
    if (container.test(text)) return null;
    return measurement.test(text)
      ? `${text} is an Analytics ID. A container ID begins with GTM-.`
      : 'Enter a container ID such as GTM-ABC1234.';
  },
  sample: (n) => `GTM-SAMPLE${n}`,
};

export const analytics: TextFormat = {
  clean: upper,
  problem: (text) => (measurement.test(text) ? null : 'Enter an Analytics ID such as G-ABC1234567 or UA-12345678-1.'),
  sample: (n) => `G-SAMPLE${n}`,
};

export const facebookPixel: TextFormat = {
  clean: pixelId,
  problem: (text) => (/^\d{5,20}$/u.test(text) ? null : 'Enter the pixel ID alone, which is 5 to 20 digits, such as 1234567890123456.'),
  sample: (n) => `${1_234_567_890_000_000 + n}`,
};

export const siteVerification: TextFormat = {
  clean: verificationCode,
  problem: (text) => (/^[\w+/=-]+$/u.test(text) ? null : 'Enter the code alone, or paste the whole google-site-verification tag.'),
  sample: (n) => `sample-verification-code-${n}`,
};

/** A pasted `fbq('init', '…')`, alone or in its script, gives its ID, and so do digits with spaces between them. */
function pixelId(text: string): string {
  const init = /\bfbq\(\s*["']init["']\s*,\s*["']?(\d+)/u.exec(text);
  if (init?.[1] !== undefined) return init[1];
  return /^[\d\s]*$/u.test(text) ? text.replaceAll(/\s/gu, '') : text.trim();
}

/** A pasted `<meta name="google-site-verification" content="…">`, or a DNS record's `google-site-verification=…`, gives its code. */
function verificationCode(text: string): string {
  const trimmed = text.trim();
  if (!/google-site-verification/iu.test(trimmed)) return trimmed;
  const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/iu.exec(trimmed);
  const record = /^google-site-verification\s*[=:]\s*(\S+)$/iu.exec(trimmed);
  return (content?.[1] ?? content?.[2] ?? content?.[3] ?? record?.[1] ?? trimmed).trim();
}

/** HTML, or a text. A picture that only the device of whoever pasted it has would be an empty place on the website. */
export const pastedHtml: TextFormat = {
  clean: (text) => text,
  problem(text) {
    const source =
      /<img\b[^>]*?\ssrc\s*=\s*["']?\s*((?:file|blob|cid|webkit-fake-url|content):|data:(?!image\/(?:png|jpe?g|gif|webp|avif);base64,))/iu.exec(
        text,
      );
    return source ? `A picture in it (${source[1]}…) can’t be shown to others. Upload it under Files, and paste its address here.` : null;
  },
  sample: (n) => `<p>Sample ${n}</p>`,
};

/** One price on each line: a number above zero, without a currency. Blank lines are allowed. */
export const prices: TextFormat = {
  clean: (text) => text,
  problem(text) {
    const wrong = linesOf(text).find((line) => line.text !== '' && !(/^\d{1,12}(?:\.\d{1,2})?$/u.test(line.text) && Number(line.text) > 0));
    return wrong ? `Line ${wrong.number}: “${shortened(wrong.text)}” is not a price. Write digits alone, such as 250000.` : null;
  },
  sample: (n) => `${n}00000`,
};
