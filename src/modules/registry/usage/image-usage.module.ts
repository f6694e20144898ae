import { Module } from '@nestjs/common';
import { ImageHoldings } from './image-holdings.js';
import { ImageQuotaService } from './image-quota.service.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

/** Storage used by the images of a project, and its limit (contract: registry §9). */
@Module({ providers: [UsageService, UsageRepository, ImageQuotaService, ImageHoldings], exports: [UsageService] })
export class ImageUsageModule {}
