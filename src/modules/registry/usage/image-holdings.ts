import { Injectable } from '@nestjs/common';
import { ProjectHoldings } from '../../../core/projects/project-holdings.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { UsageRepository } from './usage.repository.js';

/** Reports the images of projects. */
@Injectable()
@Contributes(ProjectHoldings)
export class ImageHoldings extends ProjectHoldings {
  override readonly figures = { images: (ids: readonly number[]) => this.usage.bytesOf(ids) };
  override readonly contents = { images: (ids: readonly number[]) => this.usage.repositoriesOf(ids) };

  constructor(private readonly usage: UsageRepository) {
    super();
  }
}
