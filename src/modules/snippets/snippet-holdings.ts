import { Injectable } from '@nestjs/common';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import { ProjectHoldings } from '../../core/projects/project-holdings.js';
import { SnippetsRepository } from './snippets.repository.js';

/** Snippets of projects. */
@Injectable()
@Contributes(ProjectHoldings)
export class SnippetHoldings extends ProjectHoldings {
  override readonly figures = { snippets: (ids: readonly number[]) => this.snippets.sizes(ids) };

  constructor(private readonly snippets: SnippetsRepository) {
    super();
  }
}
