import { Global, Module } from '@nestjs/common';
import { FeaturesController } from './features.controller.js';
import { FeaturesRepository } from './features.repository.js';
import { FeaturesService } from './features.service.js';

@Global()
@Module({
  controllers: [FeaturesController],
  providers: [FeaturesService, FeaturesRepository],
  exports: [FeaturesService],
})
export class FeaturesModule {}
