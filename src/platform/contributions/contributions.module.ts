import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Contributions } from './contributions.js';

/** Contributions of modules to other modules that do not import them. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [Contributions], exports: [Contributions] })
export class ContributionsModule {}
