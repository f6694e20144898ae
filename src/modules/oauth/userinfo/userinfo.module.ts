import { Module } from '@nestjs/common';
import { UsersModule } from '../../../core/users/users.module.js';
import { BearerModule } from '../bearer/bearer.module.js';
import { UserClaimsService } from './user-claims.service.js';
import { UserGroupsRepository } from './user-groups.repository.js';
import { UserinfoController } from './userinfo.controller.js';

/** Claims about users. */
@Module({
  imports: [UsersModule, BearerModule],
  controllers: [UserinfoController],
  providers: [UserClaimsService, UserGroupsRepository],
})
export class UserinfoModule {}
