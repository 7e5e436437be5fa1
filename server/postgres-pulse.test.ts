import { expect, it } from 'vitest';
import { createPulse } from './postgres-pool.ts';

it('says within its time that nothing answers, and asks one question at a time', async () => {
  let asked = 0;
  const frozen = Promise.withResolvers<void>();
  const pulse = createPulse(() => {
    asked += 1;
    return asked === 1 ? frozen.promise : Promise.resolve();
  }, 20);
  for (let n = 0; n < 3; n += 1) await expect(pulse()).rejects.toThrow('did not answer in 20 ms');
  expect(asked).toBe(1);
  frozen.resolve();
  await frozen.promise;
  await pulse();
  await pulse();
  expect(asked).toBeGreaterThanOrEqual(2);
});

it('passes on why the database does not answer', async () => {
  await expect(createPulse(() => Promise.reject(new Error('gone')), 1000)()).rejects.toThrow('gone');
});
