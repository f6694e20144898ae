import { Injectable } from '@nestjs/common';
import { ProjectHoldings } from '../../../core/projects/project-holdings.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { PackageUsageRepository } from './package-usage.repository.js';

/** Reports the packages of projects. */
@Injectable()
@Contributes(ProjectHoldings)
export class PackageHoldings extends ProjectHoldings {
  override readonly figures = { packages: (ids: readonly number[]) => this.usage.bytesOf(ids) };
  override readonly contents = { packages: (ids: readonly number[]) => this.usage.packagesOf(ids) };

  constructor(private readonly usage: PackageUsageRepository) {
    super();
  }
}
