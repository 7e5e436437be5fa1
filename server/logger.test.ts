import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { errorFields, jsonLogger } from './logger.ts';

describe('the log', () => {
  it('writes one JSON object a line, from its level on', () => {
    const lines: string[] = [];
    const logger = jsonLogger(
      'warn',
      () => new Date(0),
      (line) => lines.push(line),
    );
    logger.info('quiet');
    logger.warn('loud', { note: 'with\nbreak' });
    expect(lines).toEqual(['{"time":"1970-01-01T00:00:00.000Z","level":"warn","event":"loud","note":"with\\nbreak"}\n']);
  });

  it('leaves out the parameters of a failed query', () => {
    const error = new DrizzleQueryError('select $1', ['the-secret'], new Error('connection lost'));
    expect(JSON.stringify(error.message)).toContain('the-secret');
    const said = JSON.stringify(errorFields(error));
    expect(said).toContain('connection lost');
    expect(said).not.toContain('the-secret');
  });

  it('logs only the type of a thrown non-error', () => {
    expect(errorFields('a secret text')).toEqual({ error: 'string' });
  });
});
