import { Global, Module } from '@nestjs/common';
import { GitHome } from './git-home.js';
import { Git } from './git.service.js';
import { SpawnerService } from './spawner/spawner.service.js';

@Global()
@Module({ providers: [GitHome, SpawnerService, Git], exports: [Git] })
export class GitModule {}
