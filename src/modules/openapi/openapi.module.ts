import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiRoutes } from './api-routes.js';
import { DocsController, OpenApiController } from './openapi.controller.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [OpenApiController, DocsController],
  providers: [ApiRoutes],
})
export class OpenApiModule {}
