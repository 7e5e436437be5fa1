import { asked, propertiesOf } from '../testing/properties.ts';
import type { revocationMachine } from './revocation.machine.ts';

export const revocationProperties = propertiesOf<typeof revocationMachine>({
  R171: [
    {
      when: ({ on }) => on === 'handle.kept' || on === 'connection.hinted' || on === 'after backoff',
      must: (step) => asked(step, 'sendHandles') !== null,
    },
    { when: ({ on }) => on.endsWith('sendHandles'), must: ({ snapshot }) => !snapshot.hasTag('busy') },
    {
      when: ({ on, before }) => on === 'connection.hinted' && before?.on.endsWith('sendHandles') === true,
      must: ({ before }) => !JSON.stringify(before?.event).includes('"left":0'),
    },
  ],
});
