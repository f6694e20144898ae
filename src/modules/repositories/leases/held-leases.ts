import type { Repository } from '../repository.js';

/** A lease of this process. */
export interface HeldLease {
  /** Changes if the lease was lost and taken again. */
  id: number;
  /** When the lease expires unless it is renewed, in milliseconds of `steadyMillis()`. */
  until: number;
  /**
   * The repository that may be written under this lease and its storage when the lease was taken; null for other
   * leases.
   */
  readonly written: Pick<Repository, 'id' | 'storage'> | null;
}

/** The leases that this process uses. */
export class HeldLeases {
  private readonly leases = new Set<HeldLease>();

  get ids(): number[] {
    return [...this.leases].map(({ id }) => id);
  }

  add(lease: HeldLease): void {
    this.leases.add(lease);
  }

  /** Returns whether the lease was present. */
  delete(lease: HeldLease): boolean {
    return this.leases.delete(lease);
  }

  noteRenewed(ids: readonly number[], until: number): void {
    const renewed = new Set(ids);
    for (const lease of this.leases) {
      if (renewed.has(lease.id)) {
        lease.until = until;
      }
    }
  }

  /** The longest-lasting lease that permits writing to the repository on this storage. */
  lastingWrite({ id, storage }: Pick<Repository, 'id' | 'storage'>): HeldLease | undefined {
    let found: HeldLease | undefined;
    for (const lease of this.leases) {
      const isOfIt = lease.written?.id === id && lease.written.storage === storage;
      if (isOfIt && (found === undefined || found.until < lease.until)) {
        found = lease;
      }
    }
    return found;
  }
}
