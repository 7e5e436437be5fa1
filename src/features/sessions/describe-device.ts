import Bowser from 'bowser';

export interface DeviceDescription {
  /** Such as "Chrome on Windows". */
  readonly label: string;
  readonly kind: 'desktop' | 'mobile' | 'tablet' | 'other';
}

/** Describes a browser for its user, from the `User-Agent` that it sent; of another program, its name. */
export function describeDevice(userAgent: string | null): DeviceDescription {
  const text = userAgent?.trim() ?? '';
  if (text === '') return { label: 'Unknown device', kind: 'other' };
  const { browser, os, platform } = Bowser.parse(text);
  const kind = platform.type === 'desktop' || platform.type === 'mobile' || platform.type === 'tablet' ? platform.type : 'other';
  // Whatever calls itself no browser is first of all a name: "curl/8.5.0".
  if (!browser.name || !os.name) return { label: `Program “${text.split(/[/\s]/u, 1)[0]}”`, kind: 'other' };
  // "Samsung Internet for Android on Android" says it twice; what people call an iPad or iPhone is its name, not its system's.
  const name = browser.name.replace(/ for Android$/u, '');
  const device = platform.model === 'iPhone' || platform.model === 'iPad' ? platform.model : os.name;
  return { label: `${name} on ${device}`, kind };
}
