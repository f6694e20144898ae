import { Module } from '@nestjs/common';
import { OauthSweepRepository } from './oauth-sweep.repository.js';
import { SweepOauthJob } from './sweep-oauth.job.js';

/** Deletes what is of no more use. */
@Module({ providers: [OauthSweepRepository, SweepOauthJob] })
export class OauthSweepModule {}
