import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Env } from '../config/env.js';
import { CheckFailed, HealthCheck } from './health-check.js';

/** The directories of the repository storages can be written; those that fail are named. */
@Injectable()
export class StoragesCheck extends HealthCheck implements OnModuleInit {
  readonly name = 'storages';

  constructor(private readonly env: Env) {
    super();
  }

  /** Missing directories are made at start and only then: one that vanishes later is a failure (contract: storage §1). */
  async onModuleInit(): Promise<void> {
    const made = [...this.env.storages.values()].map((directory) => mkdir(directory, { recursive: true, mode: 0o700 }));
    await Promise.allSettled(made);
  }

  override async probe(): Promise<void> {
    const storages = [...this.env.storages];
    const results = await Promise.all(storages.map(async ([name, directory]) => [name, await isWritable(directory)]));
    const failed = results.filter(([, writable]) => !writable).map(([name]) => name);
    if (failed.length > 0) {
      throw new CheckFailed(`not writable: ${failed.join(', ')}`);
    }
  }
}

const isWritable = (directory: string): Promise<boolean> =>
  access(directory, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
