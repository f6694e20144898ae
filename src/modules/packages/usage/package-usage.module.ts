import { Module } from '@nestjs/common';
import { PackageHoldings } from './package-holdings.js';
import { PackageUsageRepository } from './package-usage.repository.js';

/** Storage used by the packages of a project. */
@Module({ providers: [PackageUsageRepository, PackageHoldings] })
export class PackageUsageModule {}
