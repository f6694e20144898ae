import { Module } from '@nestjs/common';
import { GitModule } from '../../platform/git/git.module.js';
import { BackupCommand } from './commands/backup.command.js';
import { PauseDeletionsCommand } from './commands/pause-deletions.command.js';
import { RestoreCommand } from './commands/restore.command.js';

/** Backup and restore of instances with the embedded database, in one folder. */
@Module({ imports: [GitModule], providers: [BackupCommand, PauseDeletionsCommand, RestoreCommand] })
export class BackupModule {}
