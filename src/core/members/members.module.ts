import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { SweepMembersJob } from './jobs/sweep-members.job.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';

@Module({
  imports: [UsersModule],
  providers: [MembersService, MembersRepository, SweepMembersJob],
  exports: [MembersService, MembersRepository],
})
export class MembersModule {}
