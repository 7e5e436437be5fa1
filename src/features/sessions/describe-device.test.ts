import { expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows', 'desktop'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    'Microsoft Edge on Windows',
    'desktop',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.5 Safari/605.1.15`, 'Safari on macOS', 'desktop'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
    'mobile',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iPad', 'tablet'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
    'mobile',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome on Android', 'mobile'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox on Linux', 'desktop'],
  ['curl/8.5.0', 'Program “curl”', 'other'],
  ['node', 'Program “node”', 'other'],
  ['', 'Unknown device', 'other'],
  [null, 'Unknown device', 'other'],
])('%s', (userAgent, label, kind) => {
  expect(describeDevice(userAgent)).toEqual({ label, kind });
});
