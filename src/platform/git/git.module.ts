import { Global, Module } from '@nestjs/common';
import { GitHome } from './git-home.js';
import { Git } from './git.service.js';

@Global()
@Module({ providers: [GitHome, Git], exports: [Git] })
export class GitModule {}
