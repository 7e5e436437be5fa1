export const root: string;
export function buildHash(): string;
export function styleHash(): string;
