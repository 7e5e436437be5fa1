export function findChromium(options?: { readonly whole?: boolean }): string | null;
