import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { databaseTroubleOf } from './database-trouble.ts';

describe('a database that is not there', () => {
  it.each([
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new DrizzleQueryError('rollback', [], new Error('Client has encountered a connection error and is not queryable')),
  ])('is known by "%s"', (error) => {
    expect(databaseTroubleOf(error)).toBe('database gone');
  });

  it.each([new Error('boom'), Object.assign(new Error('duplicate key'), { code: '23505' }), 'text', undefined])(
    'is not what "%s" says',
    (error) => {
      expect(databaseTroubleOf(error)).toBeNull();
    },
  );
});
