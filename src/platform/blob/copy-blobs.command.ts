import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { commandFailed } from '../cli/command-failed.js';
import { print } from '../cli/command.js';
import type { Command } from '../cli/command.js';
import { readWords } from '../cli/usage.js';
import { Env } from '../config/env.js';
import { makeConfiguredDirectory } from '../config/make-configured-directory.js';
import type { BlobDriver } from './blob-driver.js';
import { BlobReferencesRepository } from './blob-references.repository.js';
import { copyBlobs } from './copy-blobs.js';
import type { CopiedBlobs } from './copy-blobs.js';
import { inspectReferences } from './inspect-references.js';
import type { SizeOf } from './inspect-references.js';
import { blobStoreSettings, fileStoreDirectory, openBlobDriver } from './open-blob-store.js';

const EXAMPLES = 5;

/** Copies the bytes of an instance to another store, before BLOB_STORE is changed to it. */
@Injectable()
export class CopyBlobsCommand implements Command {
  static readonly commandName = 'copy-blobs';
  static readonly usage = 'copy-blobs <store>';
  static readonly summary =
    'copy the blobs that another store lacks into it; <store> is written as BLOB_STORE is; exit code 1 when one is in neither';

  constructor(
    private readonly env: Env,
    private readonly references: BlobReferencesRepository,
  ) {}

  async run(args: readonly string[]): Promise<number> {
    const [url = ''] = readWords(CopyBlobsCommand.usage, args, 1);
    const settings = blobStoreSettings(this.env);
    const [from, to] = [await openBlobDriver(settings), await openBlobDriver({ ...settings, url })];
    const directory = fileStoreDirectory({ ...settings, url });
    if (directory !== null) {
      await makeConfiguredDirectory(CopyBlobsCommand.commandName, path.resolve(directory), 0o700);
    }
    try {
      await to.probe();
      const all = await copyBlobs(from, to, (soFar) => {
        print(`so far ${wordsOf(soFar)}`);
      });
      print(`Copied ${wordsOf(all)}.`);
      return await this.check(from, to);
    } catch (error) {
      throw commandFailed('The copy', error);
    }
  }

  /**
   * Returns the exit code. If rows refer to objects that were not there to be copied, BLOB_STORE may point to another
   * instance's store, or to an empty one: a copy of that must not look like a success.
   */
  private async check(from: BlobDriver, to: BlobDriver): Promise<number> {
    const { named, missing, examples } = await this.compare(from, to);
    if (missing === 0) {
      return 0;
    }
    print(`${missing} of ${named} objects that the database names are not in ${this.env.blobStore}:`);
    examples.forEach((example) => {
      print(`  ${example}`);
    });
    return 1;
  }

  /** Objects that were added to the first store after it was read are not missing: the next copy includes them. */
  private async compare(from: BlobDriver, to: BlobDriver): Promise<Comparison> {
    const examples: string[] = [];
    let [named, missing] = [0, 0];
    await inspectReferences(this.references, sizeInEither(to, from), (fault) => {
      named += 1;
      missing += fault === null ? 0 : 1;
      if (fault !== null && examples.length < EXAMPLES) {
        examples.push(fault);
      }
    });
    return { named, missing, examples };
  }
}

interface Comparison {
  /** Number of objects that rows refer to. */
  readonly named: number;
  /** How many of them are missing or incomplete in both stores. */
  readonly missing: number;
  readonly examples: readonly string[];
}

const sizeInEither =
  (first: BlobDriver, second: BlobDriver): SizeOf =>
  async ({ key, size }) =>
    (await first.size(key)) === size ? size : second.size(key);

const wordsOf = ({ copied, bytes, present }: CopiedBlobs): string =>
  `${copied} objects (${bytes} bytes); ${present} were there`;
