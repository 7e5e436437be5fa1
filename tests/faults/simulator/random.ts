/** A small seeded generator (mulberry32): the same seed gives the same numbers everywhere. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** 0 (included) to 1 (excluded). */
  readonly next = (): number => {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };

  /** 0 to `below` - 1. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Throws where there is nothing to pick from. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** One of the items, by weight. */
  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = this.next() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    return this.pick(items)[1];
  }

  /** A separate generator, so that drawing from it does not change the numbers of this one. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 4_294_967_296));
  }

  /** A UUID (version 4). */
  uuid(): string {
    const hex = Array.from({ length: 32 }, (_, at) => {
      const digit = this.int(16);
      return (at === 12 ? 4 : at === 16 ? (digit & 3) | 8 : digit).toString(16);
    }).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }
}
