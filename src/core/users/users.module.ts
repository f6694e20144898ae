import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreateAdminCommand } from './commands/create-admin.command.js';
import { ResetPasswordCommand } from './commands/reset-password.command.js';
import { AccountLinksRepository } from './account-links.repository.js';
import { AccountMails } from './account-mails.service.js';
import { UserAccounts } from './user-accounts.service.js';
import { UserDeletion } from './user-deletion.service.js';
import { UserById } from './user-target.resolver.js';
import { UserEntity } from './user.entity.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity])],
  controllers: [UsersController],
  providers: [
    UsersService,
    UsersRepository,
    UserAccounts,
    AccountMails,
    AccountLinksRepository,
    UserDeletion,
    UserById,
    CreateAdminCommand,
    ResetPasswordCommand,
  ],
  exports: [UsersService, UsersRepository, UserAccounts, UserById],
})
export class UsersModule {}
