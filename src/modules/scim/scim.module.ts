import { Module } from '@nestjs/common';
import { MembersModule } from '../../core/members/members.module.js';
import { UsersModule } from '../../core/users/users.module.js';
import { useErrorFormat } from '../../platform/http/error-format.js';
import { scimErrorFormat } from './protocol/scim-errors.js';
import { ScimTokenTestsController } from './token-tests/scim-token-tests.controller.js';
import { ScimTokenTestsService } from './token-tests/scim-token-tests.service.js';
import { ScimTokensController } from './tokens/scim-tokens.controller.js';
import { ScimTokensRepository } from './tokens/scim-tokens.repository.js';
import { ScimTokensService } from './tokens/scim-tokens.service.js';
import { ScimAccountsService } from './users/scim-accounts.service.js';
import { ScimActivationService } from './users/scim-activation.service.js';
import { ScimAuditService } from './users/scim-audit.service.js';
import { ScimIdentitiesRepository } from './users/scim-identities.repository.js';
import { ScimMembershipsRepository } from './users/scim-memberships.repository.js';
import { ScimOwnersService } from './users/scim-owners.service.js';
import { ScimDiscoveryController } from './endpoints/scim-discovery.controller.js';
import { ScimUsersController } from './endpoints/scim-users.controller.js';
import { ScimUsersService } from './users/scim-users.service.js';

useErrorFormat('api/scim', scimErrorFormat);

/** Management of group members by identity providers (contract: scim-graphql). */
@Module({
  imports: [MembersModule, UsersModule],
  controllers: [ScimTokensController, ScimTokenTestsController, ScimUsersController, ScimDiscoveryController],
  providers: [
    ScimTokensService,
    ScimTokensRepository,
    ScimTokenTestsService,
    ScimUsersService,
    ScimAccountsService,
    ScimActivationService,
    ScimOwnersService,
    ScimAuditService,
    ScimIdentitiesRepository,
    ScimMembershipsRepository,
  ],
  exports: [ScimIdentitiesRepository],
})
export class ScimModule {}
