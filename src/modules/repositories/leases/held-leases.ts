import type { Repository } from '../repository.js';

/** A lease of this process. */
export interface HeldLease {
  /** Another one where it was lost and taken anew. */
  id: number;
  /** When it ends unless it is renewed, in milliseconds of `steadyMillis()`. */
  until: number;
  /** What may be written to under it, and where that lay then; null for other leases. */
  readonly written: Pick<Repository, 'id' | 'storage'> | null;
}

/** The leases that are in use. */
export class HeldLeases {
  private readonly leases = new Set<HeldLease>();

  get ids(): number[] {
    return [...this.leases].map(({ id }) => id);
  }

  add(lease: HeldLease): void {
    this.leases.add(lease);
  }

  /** Whether it was there. */
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

  /** Of those under which the repository may be written to where it lies, the one that lasts longest. */
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
