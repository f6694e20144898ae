import { Controller } from '@nestjs/common';
import { Allow } from '../../core/access/allow.decorator.js';
import { ContainerMovesController } from './container-moves.controller.js';
import { MovedSnippetResolver } from './container-target.resolvers.js';
import { KindMovesController } from './kind-moves.controller.js';
import { snippetKind } from './kinds/snippet.kind.js';

@Controller('snippet_repository_storage_moves')
@Allow({ on: 'instance', role: 'admin' })
export class SnippetMovesController extends KindMovesController {
  protected override readonly kind = snippetKind;
}

@Controller('snippets/:id/repository_storage_moves')
@Allow({ on: MovedSnippetResolver, role: 'admin', rightsFirst: true })
export class MovesOfSnippetController extends ContainerMovesController {
  protected override readonly kind = snippetKind;
}
