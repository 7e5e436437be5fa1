import { trimmed } from '#contract/invisible.ts';
import Bowser from 'bowser';

export interface DeviceDescription {
  /** Such as "Chrome on Windows". */
  readonly label: string;
  readonly kind: 'desktop' | 'mobile' | 'tablet' | 'other';
}

/** Describes a browser for its user, by the `User-Agent` that it sent; of another program, gives the name. */
export function describeDevice(userAgent: string | null): DeviceDescription {
  const text = trimmed(userAgent ?? '');
  if (text === '') return { label: 'Unknown device', kind: 'other' };
  const { browser, os, platform } = Bowser.parse(text);
  const kind = platform.type === 'desktop' || platform.type === 'mobile' || platform.type === 'tablet' ? platform.type : 'other';
  // The `User-Agent` of other programs begins with their name: "curl/8.5.0".
  if (!browser.name || !os.name) return { label: `Program “${text.split(/[/\s]/u, 1)[0]}”`, kind: 'other' };
  // Avoids "Samsung Internet for Android on Android". People know an iPad or iPhone by its name, and not by its system.
  const name = browser.name.replace(/ for Android$/u, '');
  const device = platform.model === 'iPhone' || platform.model === 'iPad' ? platform.model : os.name;
  return { label: `${name} on ${device}`, kind };
}
