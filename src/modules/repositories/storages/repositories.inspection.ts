import { access } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { inParallel } from '../../../common/concurrency/in-parallel.js';
import { Findings, Inspection } from '../../../core/health/inspection.js';
import type { InspectionReport } from '../../../core/health/inspection.js';
import { RepositoriesRepository } from './repositories.repository.js';
import type { WrittenRepository } from './repositories.repository.js';
import { isRepository } from './storage-directories.js';
import { StoragesService } from './storages.service.js';

const PAGE = 1000;
const AT_ONCE = 8;

/** Checks that every repository that has been written exists on its storage. */
@Injectable()
@Contributes(Inspection)
export class RepositoriesInspection extends Inspection {
  readonly name = 'repositories';

  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly storages: StoragesService,
  ) {
    super();
  }

  override async inspect(): Promise<InspectionReport> {
    const findings = new Findings();
    let page: readonly WrittenRepository[] = [];
    do {
      page = await this.rows.written(page.at(-1)?.id ?? 0, PAGE);
      await inParallel(AT_ONCE, page, async (repository) => {
        findings.note(await this.faultOf(repository));
      });
    } while (page.length === PAGE);
    return findings.report;
  }

  private async faultOf({ id, storage, relativePath }: WrittenRepository): Promise<string | null> {
    const root = this.storages.configuredDirectoryOf(storage);
    const directory = root === null ? null : path.resolve(root, relativePath);
    if (directory !== null && (await isRepository(directory))) {
      return null;
    }
    const fault = directory !== null && (await exists(directory)) ? 'is no git repository' : 'is missing';
    const isGone = (await this.rows.findById(id)) === null; // deleted while its page was checked
    return isGone ? null : `${relativePath} on ${storage} ${fault}`;
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
