export function findPostgres(): string | null;
export function hasPostgres(): boolean;
