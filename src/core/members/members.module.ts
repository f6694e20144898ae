import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { SweepMembersJob } from './sweep-members.job.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';
import { MemberPagesService } from './pages/member-pages.service.js';

/** Members of groups and projects (contract: core §7). */
@Module({
  imports: [UsersModule],
  providers: [MemberPagesService, MembersService, MembersRepository, SweepMembersJob],
  exports: [MemberPagesService, MembersService, MembersRepository],
})
export class MembersModule {}
