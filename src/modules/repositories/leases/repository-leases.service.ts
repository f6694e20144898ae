import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { forbidden, unavailable } from '../../../common/errors/catalogue.js';
import { Batches } from '../../../common/concurrency/batches.js';
import { steadyMillis } from '../../../common/time/steady-millis.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { JobPostponed } from '../../../platform/queue/job.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { repositoryGone } from '../storages/repository-gone.js';
import type { Repository } from '../repository.js';
import { HeldLeases } from './held-leases.js';
import type { HeldLease } from './held-leases.js';
import { ProcessIdentity } from './process-identity.js';
import { LEASE_SECONDS, RepositoryLeasesRepository } from './repository-leases.repository.js';

/** Contract: storage-moves §7. */
export const READ_ONLY_TEXT = 'The repository is temporarily read-only. Please try again later.';
const RENEW_MS = 5000;
const LEASE_MS = LEASE_SECONDS * 1000;
/** Time in ms that a ref update needs. A lease with less time left is taken again first. */
const ENOUGH_MS = 1000;
/**
 * Time in ms after which a read takes a lease. Most reads end before; a move waits longer than this for reads without
 * one.
 */
const SHORT_MS = 100;
/** Time in ms for which released leases are collected. Only a move waits for leases to be released, and it polls. */
const GATHER_MS = 20;

type WrittenRepository = Pick<Repository, 'id' | 'snippetId'>;

class ReadOnly extends ApiError {
  constructor() {
    const { status, body } = forbidden(READ_ONLY_TEXT);
    super(status, body);
  }
}

/** The right to move a repository. */
export interface MoveLease {
  /**
   * Runs `work` in a transaction during which no other process can take the lease over. Throws {@link LeaseLost}
   * instead if one already has.
   */
  keep<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Like {@link keep}, and also releases the lease in the same transaction: the next move of the repository may begin
   * at once.
   */
  end(work: (tx: Tx) => Promise<void>): Promise<void>;
}

/** The process did not renew a lease in time, so another process may have taken it over. */
export class LeaseLost extends Error {}

/**
 * Makes running reads and writes visible to storage moves. A write holds its lease from before its permission check
 * until its end; it either got the lease before the move was scheduled or is refused (contract: storage-moves §5 step
 * 3).
 */
@Injectable()
export class RepositoryLeasesService implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('repositories');
  private readonly held = new HeldLeases();
  /** Leases that end at about the same time are released together. A lease that is not released expires. */
  private readonly ended = new Batches<number>((leases) => this.deleteAll(leases), GATHER_MS);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rows: RepositoryLeasesRepository,
    private readonly repositories: RepositoriesRepository,
    private readonly identity: ProcessIdentity,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.renew(), RENEW_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.ended.settled();
  }

  /**
   * Runs `work` under a write lease, with the current storage of the repository: a move may have ended since the row
   * was read. Throws 403 while a move holds the repository read-only, and 404 if the repository is deleted before or
   * during the work, because a deletion does not wait for leases.
   */
  async writing<T, R extends WrittenRepository>(
    repository: R,
    work: (present: R & Pick<Repository, 'storage'>) => Promise<T>,
  ): Promise<T> {
    const { storage, ...taken } = await this.database.detached(() => this.takeWrite(repository));
    const lease = { ...taken, written: { id: repository.id, storage } };
    try {
      return await this.holding(lease, () => work({ ...repository, storage }));
    } catch (error) {
      throw error instanceof ApiError ? error : await this.causeOf(error, repository, lease);
    }
  }

  /**
   * Returns the time, in milliseconds of `steadyMillis()`, until which no move can affect a repository that is being
   * written. Its refs must change before that time or not at all. A process that was suspended for long may have lost
   * its lease; it is taken again if possible. Throws 403 while a move holds the repository read-only, and 503 if the
   * repository is on another storage by now.
   */
  async writtenUntil(repository: Repository): Promise<number> {
    const lease = this.held.lastingWrite(repository);
    if (!lease) {
      throw new Error('Nobody holds the write lease.');
    }
    if (lease.until - steadyMillis() < ENOUGH_MS) {
      await this.takeAnew(lease, repository);
    }
    return lease.until;
  }

  /**
   * Like {@link writing}, for the service's own writes, which wait for the end of a move however long it takes
   * (contract: storage-moves §7). Throws {@link JobPostponed} instead of 403.
   */
  async writingForService(repository: Repository, work: (present: Repository) => Promise<void>): Promise<void> {
    try {
      await this.writing(repository, work);
    } catch (error) {
      throw error instanceof ReadOnly ? new JobPostponed('The repository is being moved.') : error;
    }
  }

  /** Throws 403 while a move holds the repository read-only. */
  async refuseReadOnly(repository: Repository): Promise<void> {
    if (await this.isReadOnly(repository)) {
      throw new ReadOnly();
    }
  }

  async isReadOnly({ id }: Repository): Promise<boolean> {
    return (await this.repositories.findById(id))?.readOnly === true;
  }

  /** Runs `work` under a read lease. A move waits for read leases before it removes the old copy. */
  async reading<T>(repositoryId: number, work: () => Promise<T>): Promise<T> {
    return this.holding(await this.takeRead(repositoryId), work);
  }

  /**
   * Like {@link reading}, for reads that are usually short: the lease is taken only if the read lasts longer than
   * {@link SHORT_MS}.
   */
  async readingShortly<T>(repositoryId: number, work: () => Promise<T>): Promise<T> {
    let lease: Promise<HeldLease | null> | undefined;
    const timer = setTimeout(() => {
      lease = this.takeLateRead(repositoryId);
    }, SHORT_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      void lease?.then((taken) => (taken === null ? undefined : this.giveBack(taken)));
    }
  }

  /**
   * Runs `work` under the lease of the only process that moves the repository; `begin` runs in the transaction that
   * takes the lease. Does nothing if `begin` returns null or another process holds the lease.
   */
  async moving<B>(
    repositoryId: number,
    begin: () => Promise<B | null>,
    work: (begun: B, lease: MoveLease) => Promise<void>,
  ): Promise<void> {
    const until = steadyMillis() + LEASE_MS;
    const taken = await this.database.transaction(async () => {
      const lease = await this.rows.takeMove(repositoryId, this.identity.owner);
      const begun = lease === null ? null : await begin();
      if (lease !== null && begun === null) {
        await this.rows.delete([lease]);
      }
      return lease === null || begun === null ? null : { begun, lease };
    });
    if (taken) {
      const { begun } = taken;
      const lease: HeldLease = { id: taken.lease, until, written: null };
      this.held.add(lease);
      try {
        // a row that is locked for long delays a running move but does not abort it
        await this.database.patiently(() => work(begun, this.moveLease(repositoryId, lease)));
      } finally {
        if (this.held.delete(lease)) {
          // not released by `end`
          await this.deleteAll([lease.id]).catch((error: unknown) => {
            this.logFailure(error);
          });
        }
      }
    }
  }

  private moveLease(repositoryId: number, lease: HeldLease): MoveLease {
    return {
      keep: (work) => this.keeping(repositoryId, lease.id, work),
      end: async (work) => {
        await this.keeping(repositoryId, lease.id, async (tx) => {
          await work(tx);
          await this.rows.delete([lease.id]);
        });
        this.held.delete(lease);
      },
    };
  }

  private keeping<T>(repositoryId: number, lease: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      if (!(await this.rows.keepMove(repositoryId, lease))) {
        throw new LeaseLost();
      }
      return work(tx);
    });
  }

  private async takeWrite(
    repository: WrittenRepository,
  ): Promise<Pick<HeldLease, 'id' | 'until'> & Pick<Repository, 'storage'>> {
    const until = steadyMillis() + LEASE_MS;
    const taken = await this.rows.takeWrite(repository.id, this.identity.owner);
    if (!taken) {
      throw repositoryGone(repository);
    }
    const { lease, storage } = taken;
    if (lease === null) {
      throw new ReadOnly();
    }
    return { id: lease, until, storage };
  }

  private async takeAnew(lease: HeldLease, repository: Repository): Promise<void> {
    const { id, until, storage } = await this.database.detached(() => this.takeWrite(repository));
    const isThere = storage === repository.storage;
    this.end(isThere ? lease.id : id);
    if (!isThere) {
      throw unavailable();
    }
    Object.assign(lease, { id, until });
  }

  private async takeRead(repositoryId: number): Promise<HeldLease> {
    const until = steadyMillis() + LEASE_MS;
    const id = await this.database.detached(() => this.rows.insert(repositoryId, 'read', this.identity.owner));
    return { id, until, written: null };
  }

  /** The repository may have been deleted, or moved away while the process was suspended for long. */
  private async causeOf(error: unknown, repository: WrittenRepository, { until }: HeldLease): Promise<unknown> {
    if (!(await this.repositories.findById(repository.id))) {
      return repositoryGone(repository);
    }
    return until < steadyMillis() ? unavailable() : error;
  }

  private async holding<T>(lease: HeldLease, work: () => Promise<T>): Promise<T> {
    this.held.add(lease);
    try {
      return await work();
    } finally {
      this.giveBack(lease);
    }
  }

  private giveBack(lease: HeldLease): void {
    this.held.delete(lease);
    this.end(lease.id);
  }

  private end(id: number): void {
    this.ended.add(id).catch((error: unknown) => {
      this.logFailure(error);
    });
  }

  private deleteAll(leases: readonly number[]): Promise<void> {
    return this.database.relaxedly(() => this.rows.delete(leases));
  }

  /** Returns null if the lease could not be taken; the read continues without it. */
  private async takeLateRead(repositoryId: number): Promise<HeldLease | null> {
    try {
      const lease = await this.takeRead(repositoryId);
      this.held.add(lease);
      return lease;
    } catch (error) {
      this.logFailure(error);
      return null;
    }
  }

  /** Renews only leases in use: a lease that could not be released should expire. */
  private async renew(): Promise<void> {
    const { ids } = this.held;
    if (ids.length > 0) {
      const until = steadyMillis() + LEASE_MS;
      const renewed = await this.rows.renew(ids).catch((error: unknown) => {
        this.logFailure(error);
        return [];
      });
      this.held.noteRenewed(renewed, until);
    }
  }

  /** A lease that cannot be released expires. */
  private logFailure(error: unknown): void {
    this.logger.warn({ lease: errorText(error) });
  }
}
