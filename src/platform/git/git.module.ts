import { Module } from '@nestjs/common';
import { GitHome } from './git-home.js';
import { Git } from './git.service.js';
import { SpawnerService } from './spawner/spawner.service.js';

@Module({ providers: [GitHome, SpawnerService, Git], exports: [GitHome, Git] })
export class GitModule {}
