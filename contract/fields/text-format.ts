import { withoutInvisible } from '../invisible.ts';
import { linesOf, shortened } from './line-rules.ts';

/** The form of a code that its service fixes. The screens that use one import it, so that others do not load it. */
export interface TextFormat {
  /** Brings what people paste into the form of the code alone. */
  readonly clean: (text: string) => string;
  /** The validation message for a text that is clean and not blank. */
  readonly problem: (text: string) => string | null;
  readonly sample: (n: number) => string;
}

const bareOf = (text: string): string => withoutInvisible(text).trim();

/** A text with the plain signs of a keyboard: word processors make dashes and quotation marks of their own, and other keyboards wide letters. */
const withPlainSigns = (text: string): string =>
  bareOf(text)
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}−]/gu, '-')
    .replaceAll(/[“”„]/gu, '"')
    .replaceAll(/[‘’]/gu, "'");

const idsIn = (text: string, ids: RegExp): readonly string[] => [...new Set(withPlainSigns(text).toUpperCase().match(ids))];

/** The one id in a pasted snippet or address; the text itself where there is none, or several. */
function idIn(text: string, ids: RegExp): string {
  const [only, ...others] = idsIn(text, ids);
  return only !== undefined && others.length === 0 ? only : bareOf(text);
}

const containers = /(?<![\w-])GTM-[A-Z0-9]{4,20}(?![\w-])/gu;
const measurements = /(?<![\w-])(?:G-[A-Z0-9]{4,20}|UA-\d{4,12}-\d{1,4})(?![\w-])/gu;
const isOnly = (text: string, ids: RegExp): boolean => idsIn(text, ids)[0] === text;
/** Why none of several ids is taken; null where there are not several. */
const severalProblem = (text: string, ids: RegExp, what: string): string | null => {
  const found = idsIn(text, ids);
  return found.length > 1 ? `Enter one ${what}: this names ${found.slice(0, 3).join(' and ')}.` : null;
};

export const tagManager: TextFormat = {
  // Google's own snippet has its id in capitals; an id alone may be typed in any case.
  clean: (text) => idIn(text, containers),
  problem(text) {
    if (isOnly(text, containers)) return null;
    const several = severalProblem(text, containers, 'container ID');
    if (several !== null) return several;
    return isOnly(text.toUpperCase(), measurements)
      ? `${text.toUpperCase()} is an Analytics ID. A container ID begins with GTM-.`
      : 'Enter a container ID such as GTM-ABC1234.';
  },
  sample: (n) => `GTM-SAMPLE${n}`,
};

export const analytics: TextFormat = {
  clean: (text) => idIn(text, measurements),
  problem(text) {
    if (isOnly(text, measurements)) return null;
    return severalProblem(text, measurements, 'Analytics ID') ?? 'Enter an Analytics ID such as G-ABC1234567 or UA-12345678-1.';
  },
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
  const plain = withPlainSigns(text);
  const ids =
    /(?:\bfbq(?:\(|\.push\(\[)\s*["']init["']\s*,\s*["']?|facebook\.com\/tr\/?\?(?:[^"'\s]*&(?:amp;)?)?id=|^(?:meta |facebook )?(?:pixel|dataset)(?: id)?\s*[:#=]?\s*(?=\d+$))(\d+)/giu;
  const [id, ...others] = new Set(Array.from(plain.matchAll(ids), ([, each]) => each));
  if (id !== undefined && others.length === 0) return id;
  return /^[\d\s]*$/u.test(plain) ? plain.replaceAll(/\s/gu, '') : bareOf(text);
}

/** A pasted `<meta name="google-site-verification" content="…">`, or a DNS record's `google-site-verification=…`, gives its code. */
function verificationCode(text: string): string {
  const trimmed = withPlainSigns(text);
  // The one tag among others that are pasted with it. Of two with different codes none is taken.
  const [tag = trimmed, ...others] = new Set(trimmed.match(/<meta\b[^<>]*google-site-verification[^<>]*>/giu));
  if (others.length > 0 || !/google-site-verification/iu.test(trimmed)) return bareOf(text);
  const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/iu.exec(tag);
  // As a DNS panel shows it: with the record's type in front, or in quotation marks.
  const record = /^(?:.{0,60}\sTXT\s+|TXT\s+)?"?google-site-verification\s*[=:]\s*([^\s"]+)"?$/iu.exec(trimmed);
  return (content?.[1] ?? content?.[2] ?? content?.[3] ?? record?.[1] ?? bareOf(text)).trim();
}

/** HTML or plain text. A pasted picture whose address is a file of the person's own device would not load on the website. */
export const pastedHtml: TextFormat = {
  clean: (text) => text,
  problem(text) {
    const source =
      /<img\b[^>]*?\ssrc\s*=[\s"']*((?:file|blob|cid|webkit-fake-url|content):|data:(?!image\/(?:png|jpe?g|gif|webp|avif);base64,))/iu.exec(
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
