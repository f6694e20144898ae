/** No slot became free in time. */
export class SlotsBusy extends Error {}

/** Who asks for a slot. */
export interface SlotRequest {
  /** Those who wait are served in turn by it. */
  readonly key: string;
  /** Whose client decides when the work ends, by how fast it sends and reads; undefined where none does. */
  readonly client?: string | undefined;
}

interface Waiter extends SlotRequest {
  readonly authorize: () => void;
}

/** Of the slots, for work whose end clients decide; and for that of one client. */
const SHARE_OF_CLIENTS = 0.75;
const SHARE_OF_ONE = 0.5;

/**
 * So many pieces of work at once; those that wait are served in turn by key, so that one busy project does not keep the
 * others waiting. Clients that are slow keep some of the slots at most (contract: git §5.4).
 */
export class ProcessSlots {
  private taken = 0;
  private takenByClients = 0;
  private readonly takenByClient = new Map<string, number>();
  /** In the order of their turns; a key moves to the end when one of its waiters was served. */
  private readonly waiting = new Map<string, Waiter[]>();
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

  /** Runs `work` once there is a slot. Throws {@link SlotsBusy} when there is none in time. */
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
      const waiter: Waiter = {
        ...request,
        authorize: () => {
          clearTimeout(timeout);
          resolve();
        },
      };
      const timeout = setTimeout(() => {
        this.forget(waiter);
        reject(new SlotsBusy('No process became free in time.'));
      }, this.timeoutMs);
      this.waiting.set(request.key, [...(this.waiting.get(request.key) ?? []), waiter]);
    });
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

  /** Hands what is free to the next in turn for whom there is room. */
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
      const next = waiters.find((waiter) => this.hasRoomFor(waiter));
      if (next) {
        return next;
      }
    }
    return undefined;
  }

  private forget({ key, authorize }: Waiter): void {
    const left = (this.waiting.get(key) ?? []).filter((other) => other.authorize !== authorize);
    if (left.length === 0) {
      this.waiting.delete(key);
    } else {
      this.waiting.set(key, left);
    }
  }
}
