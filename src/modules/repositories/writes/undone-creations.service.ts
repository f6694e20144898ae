import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { HOUR_MS } from '../../../common/time/units.js';
import { Env } from '../../../platform/config/env.js';
import { randomHex } from '../../../platform/crypto/random.js';
import { PausableDeletions } from '../../../platform/database/pausable-deletions.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { FileText } from '../../../platform/git/new-repository.js';
import { ProcessIdentity } from '../leases/process-identity.js';
import { removeRepository } from '../storages/remove-repository.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import type { AddedRepository } from '../repository.js';
import { relativePathOf } from '../storages/repository-paths.js';
import { StoragesService } from '../storages/storages.service.js';

const RANDOM_BYTES = 6;
/** The database may still commit a transaction of a process that is gone. */
const LEAST_AGE_MS = HOUR_MS;

/**
 * Tracks repositories that are written before the transaction that creates their container commits. Each is noted in
 * DATA_DIR, so that what a killed process left can be removed (contract: storage-moves §5 Crashes).
 */
@Injectable()
export class UndoneCreationsService implements OnModuleInit {
  private readonly logger = new Logger('repositories');
  private readonly directory: string;

  constructor(
    env: Env,
    private readonly identity: ProcessIdentity,
    private readonly rows: RepositoriesRepository,
    private readonly storages: StoragesService,
    private readonly deletions: PausableDeletions,
  ) {
    this.directory = path.join(env.dataDir, 'git', 'creations');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
  }

  /** Returns the note to be written before anything else; it is removed after the commit. */
  noteOf(tx: Tx, creation: AddedRepository): FileText {
    const file = path.join(this.directory, `${this.identity.owner}-${randomHex(RANDOM_BYTES)}`);
    tx.afterCommit(() => void rm(file, { force: true }).catch(() => undefined)); // a note that stays does no harm, because the row exists
    return { file, text: JSON.stringify(creation) };
  }

  /** Removes what ended processes of this machine left. Safe to repeat. */
  async undoLeft(): Promise<void> {
    for (const name of await readdir(this.directory)) {
      await this.undo(name).catch((error: unknown) => {
        this.logger.warn({ creation: name, error: errorText(error) });
      });
    }
  }

  private async undo(name: string): Promise<void> {
    const [owner = ''] = name.split('-');
    const note = path.join(this.directory, name);
    const { mtimeMs } = await stat(note);
    if (Date.now() - mtimeMs < LEAST_AGE_MS || !(await this.identity.hasEnded(owner))) {
      return;
    }
    const creation = creationIn(await readFile(note, 'utf8'));
    const isDone = await this.deletions.run(async () => {
      if (creation && !(await this.rows.find(creation.container, creation.type))) {
        await this.remove(creation);
      }
    });
    await (isDone ? rm(note, { force: true }) : undefined);
  }

  private async remove({ container, type, storage }: AddedRepository): Promise<void> {
    const removed = relativePathOf(container, type);
    await removeRepository(this.storages.directoryOf(storage), removed);
    this.logger.warn({ removed, about: 'a creation that never ended' });
  }
}

/** Returns undefined for an incomplete note: nothing was written after it. */
function creationIn(text: string): AddedRepository | undefined {
  try {
    return JSON.parse(text) as AddedRepository;
  } catch {
    return undefined;
  }
}
