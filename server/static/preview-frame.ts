import { createHash } from 'node:crypto';

/** The address of the preview's frame, and the file that the build writes for it. */
export const previewFramePath = '/preview-frame';
export const previewFrameFile = '/preview-frame.html';

const ownScript = /<script>([\s\S]*?)<\/script>/u;

/**
 * The policy of the preview's frame, into which a rendered page is written. Only the frame's own script runs, by its hash; scripts in the
 * rendered page, inline or by address, do not, not even from this host. The frame has no origin of its own; `sandbox` is set here because a
 * service worker gives no page to a frame that has it as an attribute.
 */
export function previewFramePolicy(html: string): string {
  const script = createHash('sha256')
    .update(ownScript.exec(html)?.[1] ?? '')
    .digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${script}'`,
    "style-src 'unsafe-inline'",
    'img-src * data: blob:',
    'font-src * data:',
    'frame-src https://www.youtube-nocookie.com',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
}
