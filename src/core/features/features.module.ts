import { Module } from '@nestjs/common';
import { FeatureFlags } from '../access/feature-flags.js';
import { FeaturesController } from './features.controller.js';
import { FeaturesRepository } from './features.repository.js';
import { FeaturesService } from './features.service.js';
import { AdminFeaturesController } from './admin-features.controller.js';

/** Feature flags, which administrators set (contract: conventions §16). */
@Module({
  controllers: [AdminFeaturesController, FeaturesController],
  providers: [FeaturesService, FeaturesRepository, { provide: FeatureFlags, useExisting: FeaturesService }],
  exports: [FeaturesService, FeatureFlags],
})
export class FeaturesModule {}
