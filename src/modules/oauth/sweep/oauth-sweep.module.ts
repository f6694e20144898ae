import { Module } from '@nestjs/common';
import { OauthSweepRepository } from './oauth-sweep.repository.js';
import { SweepOauthJob } from './sweep-oauth.job.js';

/** Deletes expired data. */
@Module({ providers: [OauthSweepRepository, SweepOauthJob] })
export class OauthSweepModule {}
