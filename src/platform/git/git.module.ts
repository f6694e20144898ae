import { Module } from '@nestjs/common';
import { GitHome } from './git-home.js';
import { Git } from './git.service.js';
import { LooseFiles } from './loose-files.js';
import { SpawnerService } from './spawner/spawner.service.js';

/**
 * Git repositories: git processes with their limits, and repository files that are read and written without a process.
 */
@Module({ providers: [GitHome, SpawnerService, Git, LooseFiles], exports: [GitHome, Git, LooseFiles] })
export class GitModule {}
