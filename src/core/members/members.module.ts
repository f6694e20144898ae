import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { SweepMembersJob } from './jobs/sweep-members.job.js';
import { MemberEntity } from './member.entity.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';
import { MemberPagesService } from './pages/member-pages.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([MemberEntity]), UsersModule],
  providers: [MemberPagesService, MembersService, MembersRepository, SweepMembersJob],
  exports: [MemberPagesService, MembersService, MembersRepository],
})
export class MembersModule {}
