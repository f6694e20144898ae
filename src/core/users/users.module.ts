import { Module } from '@nestjs/common';
import { Accounts } from '../access/accounts.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { CreateAdminCommand } from './commands/create-admin.command.js';
import { ResetPasswordCommand } from './commands/reset-password.command.js';
import { AccountLinksRepository } from './account-links.repository.js';
import { AccountMailsService } from './account-mails.service.js';
import { AccountCreationService } from './account-creation.service.js';
import { AccountLinksService } from './account-links.service.js';
import { AccountLocksService } from './account-locks.service.js';
import { AccountNamesService } from './account-names.service.js';
import { AccountPasswordsService } from './account-passwords.service.js';
import { AccountStatesService } from './account-states.service.js';
import { AccountUpdatesService } from './account-updates.service.js';
import { UserIdentitiesController } from './identities/user-identities.controller.js';
import { UserIdentitiesRepository } from './identities/user-identities.repository.js';
import { UserIdentitiesService } from './identities/user-identities.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import { ProvisionedAccountsService } from './provisioned-accounts.service.js';
import { SignInLinkCommand } from './commands/sign-in-link.command.js';
import { UserTypes } from './graphql/user-types.js';
import { UserDeletionService } from './user-deletion.service.js';
import { UserTargetResolver } from './user-target.resolver.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';
import { ConfirmationController, PasswordLinkController } from './pages/account-links.controller.js';
import { AdminUsersController } from './pages/admin-users.controller.js';

/** Accounts: creation, changes, states and deletion (contract: core §3). */
@Module({
  imports: [MailModule, NamespacesModule, SessionsModule, SettingsModule],
  controllers: [
    AdminUsersController,
    PasswordLinkController,
    ConfirmationController,
    UserIdentitiesController,
    UsersController,
  ],
  providers: [
    UsersService,
    UsersRepository,
    AccountCreationService,
    AccountUpdatesService,
    AccountStatesService,
    AccountLinksService,
    AccountLocksService,
    AccountNamesService,
    AccountPasswordsService,
    AccountMailsService,
    AccountLinksRepository,
    UserDeletionService,
    UserTypes,
    UserTargetResolver,
    CreateAdminCommand,
    ResetPasswordCommand,
    PasswordPolicy,
    ProvisionedAccountsService,
    SignInLinkCommand,
    UserIdentitiesService,
    UserIdentitiesRepository,
    { provide: Accounts, useExisting: UsersRepository },
  ],
  exports: [
    UsersService,
    UsersRepository,
    AccountLocksService,
    AccountUpdatesService,
    AccountNamesService,
    AccountStatesService,
    UserTargetResolver,
    Accounts,
    AccountLinksService,
    AccountMailsService,
    PasswordPolicy,
    ProvisionedAccountsService,
    UserIdentitiesRepository,
  ],
})
export class UsersModule {}
