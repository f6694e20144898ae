import { Module } from '@nestjs/common';
import { CountersRepository } from './counters.repository.js';
import { FoldCounterChangesJob } from './fold-counter-changes.job.js';

/** Numbers and sums that are maintained on each change. */
@Module({ providers: [CountersRepository, FoldCounterChangesJob] })
export class CountersModule {}
