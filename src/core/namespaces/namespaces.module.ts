import { Module } from '@nestjs/common';
import { NamespaceTargetResolver } from './namespace-target.resolver.js';
import { NamespacesController } from './namespaces.controller.js';
import { NamespacesRepository } from './namespaces.repository.js';
import { NamespacesService } from './namespaces.service.js';
import { NamespaceChoiceService } from './pages/namespace-choice.service.js';

/** Namespaces: the common part of groups and users (contract: core §9). */
@Module({
  controllers: [NamespacesController],
  providers: [NamespaceChoiceService, NamespacesService, NamespacesRepository, NamespaceTargetResolver],
  exports: [NamespaceChoiceService, NamespacesRepository, NamespacesService],
})
export class NamespacesModule {}
