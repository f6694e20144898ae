import { Module } from '@nestjs/common';
import { PackageHoldings } from './package-holdings.js';
import { PackageUsageRepository } from './package-usage.repository.js';

/** How much the packages of a project take. */
@Module({ providers: [PackageUsageRepository, PackageHoldings] })
export class PackageUsageModule {}
