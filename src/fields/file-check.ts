import { limits } from '#contract/limits.ts';

const withDot = (extension: string): string => `.${extension.replace(/^\./u, '').toLowerCase()}`;

/** For the file dialog's filter. */
export const acceptAttribute = (accept: readonly string[]): string => accept.map(withDot).join(',');

/** The complaint about a chosen file, or null. Size in bytes. */
export function fileProblem(file: { readonly name: string; readonly size: number }, accept: readonly string[]): string | null {
  const extensions = accept.map(withDot);
  const name = file.name.toLowerCase();
  if (!extensions.some((extension) => name.endsWith(extension))) return `Accepted file extensions (${extensions.join(', ')}).`;
  return file.size > limits.uploadBytes ? `Maximum file size is ${limits.uploadBytes / 1_000_000} MB.` : null;
}
