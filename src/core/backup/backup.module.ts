import { Module } from '@nestjs/common';
import { GitModule } from '../../platform/git/git.module.js';
import { BackupCommand } from './commands/backup.command.js';
import { PauseDeletionsCommand } from './commands/pause-deletions.command.js';
import { RestoreCommand } from './commands/restore.command.js';

/** Backups of instances with the embedded database: everything of them in one folder, and back. */
@Module({ imports: [GitModule], providers: [BackupCommand, PauseDeletionsCommand, RestoreCommand] })
export class BackupModule {}
