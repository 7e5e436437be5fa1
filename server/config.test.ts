import { describe, expect, it } from 'vitest';
import { readServerConfig } from './config.ts';

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(readServerConfig({})).toMatchObject({
      ok: true,
      config: {
        port: 4400,
        host: '127.0.0.1',
        dataDir: './data',
        databaseUrl: null,
        publicUrl: null,
        sitesOrigin: null,
        consoleOrigins: [],
        trustedProxies: [],
        minFreeBytes: 64_000_000,
        sessionDays: 30,
        seed: 'demo',
        s3: null,
        logLevel: 'info',
      },
    });
  });

  it('reads lists, addresses and numbers', () => {
    const env = {
      PORT: '80',
      PUBLIC_URL: 'https://console.example/',
      SITES_ORIGIN: 'https://sites.example/',
      CONSOLE_ORIGINS: 'https://a.example/, https://b.example:8443',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      DATABASE_URL: 'postgres://localhost/x',
    };
    expect(readServerConfig(env)).toMatchObject({
      ok: true,
      config: {
        port: 80,
        publicUrl: 'https://console.example',
        sitesOrigin: 'https://sites.example',
        consoleOrigins: ['https://a.example', 'https://b.example:8443'],
        trustedProxies: ['10.0.0.0/8', '::1'],
        databaseUrl: 'postgres://localhost/x',
      },
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readServerConfig({ PORT: '', DATABASE_URL: '', SEED: '' })).toMatchObject({
      ok: true,
      config: { port: 4400, databaseUrl: null, seed: 'demo' },
    });
  });

  it.each([
    [{ PORT: 'x' }, 'PORT is not a whole number.'],
    [{ MAIL_FROM: 'Frontage' }, 'MAIL_FROM is not one address such as Frontage <no-reply@agency.example>.'],
    [{ MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM is not one address such as Frontage <no-reply@agency.example>.'],
    [{ PORT: '65536' }, 'PORT is more than 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL does not start with postgres://.'],
    [{ PUBLIC_URL: 'console.example' }, 'PUBLIC_URL is not an http(s) address.'],
    [
      { CONSOLE_ORIGINS: 'https://a.example/path' },
      'CONSOLE_ORIGINS has an entry that is not an origin such as https://console.example.com.',
    ],
    [{ CONSOLE_ORIGINS: '*' }, 'CONSOLE_ORIGINS has an entry that is not an origin such as https://console.example.com.'],
    [{ SITES_ORIGIN: 'https://sites.example/x' }, 'SITES_ORIGIN is not an origin such as https://sites.example.com.'],
    [
      { SITES_ORIGIN: 'https://a.example', PUBLIC_URL: 'https://a.example/console' },
      'SITES_ORIGIN is the console’s own, and nothing but sites would answer there.',
    ],
    [{ TRUSTED_PROXIES: 'proxy' }, 'TRUSTED_PROXIES has an entry that is neither an IP address nor a network such as 10.0.0.0/8.'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES has an entry that is neither an IP address nor a network such as 10.0.0.0/8.'],
    [{ SESSION_DAYS: '0' }, 'SESSION_DAYS is less than 1.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is not one of debug, info, warn, error, silent.'],
    [{ ALLOW_DEMO: 'yes' }, 'ALLOW_DEMO is neither 0 nor 1.'],
    [{ BODY_BYTES_IN_FLIGHT: '5' }, 'BODY_BYTES_IN_FLIGHT is less than 1000000.'],
    [{ HEADERS_SECONDS: '20', REQUEST_SECONDS: '10' }, 'HEADERS_SECONDS is more than REQUEST_SECONDS, of which it is a part.'],
    [{ BODY_SECONDS: '60' }, 'ANSWER_SECONDS is 60 and has to be more than BODY_SECONDS, which is 60.'],
    [
      { DATABASE_URL: 'postgres://localhost/x', ANSWER_SECONDS: '20', STATEMENT_SECONDS: '30' },
      'ANSWER_SECONDS is 20 and has to be more than STATEMENT_SECONDS, which is 30.',
    ],
    [{ SEED: 'all' }, 'SEED is neither demo nor none.'],
  ])('refuses %j with a sentence', (env, problem) => {
    expect(readServerConfig(env)).toEqual({ ok: false, problems: [problem] });
  });

  it('accepts a bucket only with all of its variables', () => {
    const env = { S3_ENDPOINT: 'https://s3.example/', S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readServerConfig({ ...env, S3_REGION: 'eu-central-1' })).toMatchObject({
      config: {
        s3: { endpoint: 'https://s3.example', bucket: 'pictures', region: 'eu-central-1', accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    });
    expect(readServerConfig(env)).toMatchObject({ config: { s3: { region: 'us-east-1' } } });
    expect(readServerConfig({ S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id' })).toEqual({
      ok: false,
      problems: ['S3_ENDPOINT is not set, and a bucket needs it.', 'S3_SECRET_ACCESS_KEY is not set, and a bucket needs it.'],
    });
    for (const bucket of ['a/b', '../x', 'x']) expect(readServerConfig({ ...env, S3_BUCKET: bucket }).ok).toBe(false);
  });

  it('names every problem at once', () => {
    expect(readServerConfig({ PORT: 'x', SEED: 'y' })).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('PORT'), expect.stringContaining('SEED')],
    });
  });
});
