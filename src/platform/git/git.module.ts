import { Global, Module } from '@nestjs/common';
import { GitHome } from './git-home.js';
import { Git } from './git.service.js';
import { Spawner } from './spawner/spawner.service.js';

@Global()
@Module({ providers: [GitHome, Spawner, Git], exports: [Git] })
export class GitModule {}
