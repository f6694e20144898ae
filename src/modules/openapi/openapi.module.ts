import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiRoutes } from './api-routes.js';
import { DocsController, OpenApiController } from './openapi.controller.js';
import { ServedDocument } from './served-document.js';

/** The OpenAPI document of all routes, and the page that shows it. */
@Module({
  imports: [DiscoveryModule],
  controllers: [OpenApiController, DocsController],
  providers: [ApiRoutes, ServedDocument],
})
export class OpenApiModule {}
