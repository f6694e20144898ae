/** No slot became free in time. */
export class SlotsBusy extends Error {}

/** Identifies the request for a slot. */
export interface SlotRequest {
  /** Waiting requests are served round-robin by this key. */
  readonly key: string;
  /**
   * Client whose speed of sending and reading decides when the work ends; undefined when it does not depend on a
   * client.
   */
  readonly client?: string | undefined;
}

interface Waiter extends SlotRequest {
  /** When waiting times out. */
  readonly deadline: number;
  readonly authorize: () => void;
  readonly refuse: () => void;
}

/** Share of the slots for work that depends on clients, and for that of a single client. */
const SHARE_OF_CLIENTS = 0.75;
const SHARE_OF_ONE = 0.5;
/**
 * Timed-out requests that are refused in one turn of the event loop: each is answered immediately, and thousands may
 * time out together.
 */
const REFUSED_AT_ONCE = 50;

/**
 * Limits how much work runs at once. Waiting requests are served round-robin by key, so that one busy project does not
 * delay the others. Slow clients can only hold some of the slots (contract: git §5.4).
 */
export class ProcessSlots {
  private taken = 0;
  private takenByClients = 0;
  private readonly takenByClient = new Map<string, number>();
  /** In round-robin order: a key moves to the end when one of its requests was served. */
  private readonly waiting = new Map<string, Set<Waiter>>();
  /** All waiting requests in order of arrival, so the longest waiting one is first. */
  private readonly arrivals = new Set<Waiter>();
  private isWatching = false;
  private readonly mostOfClients: number;
  private readonly mostOfOne: number;

  constructor(
    private readonly limit: number,
    private readonly timeoutMs: number,
  ) {
    this.mostOfClients = Math.max(1, Math.floor(limit * SHARE_OF_CLIENTS));
    this.mostOfOne = Math.max(1, Math.floor(limit * SHARE_OF_ONE));
  }

  get inUse(): number {
    return this.taken;
  }

  /** Runs `work` when a slot is free. Throws {@link SlotsBusy} when none becomes free in time. */
  async run<T>(request: SlotRequest, work: () => Promise<T>): Promise<T> {
    await this.take(request);
    try {
      return await work();
    } finally {
      this.count(request, -1);
      this.serveWaiting();
    }
  }

  private take(request: SlotRequest): Promise<void> {
    if (this.hasRoomFor(request)) {
      this.count(request, 1);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      this.add({
        ...request,
        deadline: performance.now() + this.timeoutMs,
        authorize: resolve,
        refuse: () => {
          reject(new SlotsBusy('No process became free in time.'));
        },
      });
    });
  }

  private add(waiter: Waiter): void {
    const others = this.waiting.get(waiter.key);
    if (others) {
      others.add(waiter);
    } else {
      this.waiting.set(waiter.key, new Set([waiter]));
    }
    this.arrivals.add(waiter);
    this.watch();
  }

  /** One timer serves all waiting requests. */
  private watch(): void {
    if (this.isWatching || this.arrivals.size === 0) {
      return;
    }
    this.isWatching = true;
    const [oldest] = this.arrivals;
    const left = (oldest?.deadline ?? 0) - performance.now();
    setTimeout(() => {
      this.refuseLate();
    }, left).unref();
  }

  private refuseLate(): void {
    this.isWatching = false;
    const now = performance.now();
    let left = REFUSED_AT_ONCE;
    for (const waiter of this.arrivals) {
      if (waiter.deadline > now || left === 0) {
        break;
      }
      left -= 1;
      this.forget(waiter);
      waiter.refuse();
    }
    this.watch();
  }

  private hasRoomFor({ client }: SlotRequest): boolean {
    if (this.taken >= this.limit || client === undefined) {
      return this.taken < this.limit;
    }
    return this.takenByClients < this.mostOfClients && (this.takenByClient.get(client) ?? 0) < this.mostOfOne;
  }

  private count({ client }: SlotRequest, change: 1 | -1): void {
    this.taken += change;
    if (client === undefined) {
      return;
    }
    this.takenByClients += change;
    const ofOne = (this.takenByClient.get(client) ?? 0) + change;
    if (ofOne === 0) {
      this.takenByClient.delete(client);
    } else {
      this.takenByClient.set(client, ofOne);
    }
  }

  /** Gives free slots to the next waiting requests that may have one. */
  private serveWaiting(): void {
    for (let next = this.nextInTurn(); next; next = this.nextInTurn()) {
      this.forget(next);
      const others = this.waiting.get(next.key);
      if (others) {
        this.waiting.delete(next.key);
        this.waiting.set(next.key, others);
      }
      this.count(next, 1);
      next.authorize();
    }
  }

  private nextInTurn(): Waiter | undefined {
    if (this.taken >= this.limit) {
      return undefined;
    }
    for (const waiters of this.waiting.values()) {
      for (const waiter of waiters) {
        if (this.hasRoomFor(waiter)) {
          return waiter;
        }
      }
    }
    return undefined;
  }

  private forget(waiter: Waiter): void {
    const { key } = waiter;
    this.arrivals.delete(waiter);
    this.waiting.get(key)?.delete(waiter);
    if (this.waiting.get(key)?.size === 0) {
      this.waiting.delete(key);
    }
  }
}
