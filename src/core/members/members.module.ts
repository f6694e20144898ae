import { Global, Module } from '@nestjs/common';
import { SweepMembersJob } from './jobs/sweep-members.job.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';

@Global()
@Module({
  providers: [MembersService, MembersRepository, SweepMembersJob],
  exports: [MembersService, MembersRepository],
})
export class MembersModule {}
