import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Contributions } from './contributions.js';

/** What modules add to others that do not know them. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [Contributions], exports: [Contributions] })
export class ContributionsModule {}
