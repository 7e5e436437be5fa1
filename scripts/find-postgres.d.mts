export function findPostgres(): string | null;
