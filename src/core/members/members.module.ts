import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { SweepMembersJob } from './jobs/sweep-members.job.js';
import { MemberEntity } from './member.entity.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([MemberEntity]), UsersModule],
  providers: [MembersService, MembersRepository, SweepMembersJob],
  exports: [MembersService, MembersRepository],
})
export class MembersModule {}
