import { Module } from '@nestjs/common';
import { GitHome } from './git-home.js';
import { Git } from './git.service.js';
import { LooseWriter } from './loose-writer.js';
import { SpawnerService } from './spawner/spawner.service.js';

@Module({ providers: [GitHome, SpawnerService, Git, LooseWriter], exports: [GitHome, Git, LooseWriter] })
export class GitModule {}
