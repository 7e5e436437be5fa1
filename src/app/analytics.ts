/** A page view or a save. Analytics never carries values, tokens or names, only the kind of event. */
export interface AnalyticsEvent {
  readonly kind: 'page' | 'track';
  readonly name: string;
  /** ms since the epoch. */
  readonly at: number;
}

export interface Analytics {
  page(name: string): void;
  track(name: string): void;
  /** The last 100, oldest first. */
  recent(): readonly AnalyticsEvent[];
}

const maxEvents = 100;

/** Keeps the last events in memory. Where an endpoint is configured, a beacon, which outlives the page, sends each there. */
export function createAnalytics(endpoint: string, now: () => number = Date.now): Analytics {
  const events: AnalyticsEvent[] = [];
  const add = (kind: AnalyticsEvent['kind'], name: string): void => {
    const event = { kind, name, at: now() };
    events.push(event);
    if (events.length > maxEvents) events.shift();
    if (endpoint) navigator.sendBeacon(endpoint, JSON.stringify(event));
  };
  return {
    page: (name) => add('page', name),
    track: (name) => add('track', name),
    recent: () => [...events],
  };
}
