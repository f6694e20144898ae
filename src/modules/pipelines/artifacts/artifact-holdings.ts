import { Injectable } from '@nestjs/common';
import { ProjectHoldings } from '../../../core/projects/project-holdings.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { ArtifactsRepository } from './artifacts.repository.js';

/** Files uploaded by jobs of projects. */
@Injectable()
@Contributes(ProjectHoldings)
export class ArtifactHoldings extends ProjectHoldings {
  override readonly figures = { jobArtifacts: (ids: readonly number[]) => this.artifacts.bytesOf(ids) };

  constructor(private readonly artifacts: ArtifactsRepository) {
    super();
  }
}
