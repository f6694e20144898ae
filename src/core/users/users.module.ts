import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NamespaceEntity } from '../namespaces/namespace.entity.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { CreateAdminCommand } from './commands/create-admin.command.js';
import { ResetPasswordCommand } from './commands/reset-password.command.js';
import { UserAccounts } from './user-accounts.service.js';
import { UserDeletion } from './user-deletion.service.js';
import { UserEntity } from './user.entity.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity, NamespaceEntity])],
  controllers: [UsersController],
  providers: [
    UsersService,
    UsersRepository,
    UserAccounts,
    UserDeletion,
    NamespacesRepository,
    CreateAdminCommand,
    ResetPasswordCommand,
  ],
  exports: [UsersService, UsersRepository, UserAccounts, NamespacesRepository],
})
export class UsersModule {}
