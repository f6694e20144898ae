import { Injectable } from '@nestjs/common';
import { commandFailed } from '../cli/command-failed.js';
import { print } from '../cli/command.js';
import type { Command } from '../cli/command.js';
import { readWords } from '../cli/usage.js';
import { Env } from '../config/env.js';
import { copyBlobs } from './copy-blobs.js';
import type { CopiedBlobs } from './copy-blobs.js';
import { blobStoreSettings, openBlobDriver } from './open-blob-store.js';

/** Brings the bytes of an instance to another store, before BLOB_STORE names that one. */
@Injectable()
export class CopyBlobsCommand implements Command {
  static readonly commandName = 'copy-blobs';
  static readonly usage = 'copy-blobs <store>';
  static readonly summary = 'copy the blobs that another store lacks into it; <store> is written as BLOB_STORE is';
  static readonly isStandalone = true;

  constructor(private readonly env: Env) {}

  async run(args: readonly string[]): Promise<number> {
    const [url = ''] = readWords(CopyBlobsCommand.usage, args, 1);
    const settings = blobStoreSettings(this.env);
    const [from, to] = [await openBlobDriver(settings), await openBlobDriver({ ...settings, url })];
    try {
      await to.probe();
      const all = await copyBlobs(from, to, (soFar) => {
        print(`so far ${wordsOf(soFar)}`);
      });
      print(`Copied ${wordsOf(all)}.`);
    } catch (error) {
      throw commandFailed('The copy', error);
    }
    return 0;
  }
}

const wordsOf = ({ copied, bytes, present }: CopiedBlobs): string =>
  `${copied} objects (${bytes} bytes); ${present} were there`;
