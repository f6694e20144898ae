import { Module } from '@nestjs/common';
import { CredentialsModule } from '../../core/credentials/credentials.module.js';
import { SignInModule } from '../../core/sign-in/sign-in.module.js';
import { GitModule } from '../../platform/git/git.module.js';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { GitAccessService } from './git-access.service.js';
import { GitHttpHandler } from './git-http.handler.js';
import { GitLoginService } from './git-login.service.js';
import { GitMetrics } from './git-metrics.js';
import { GitRequestsService } from './git-requests.service.js';
import { GitTargetsRepository } from './git-targets.repository.js';
import { ExchangeService } from './packs/exchange.service.js';
import { GitPacksService } from './packs/git-packs.service.js';
import { ReceivePackService } from './packs/receive-pack.service.js';

/** Git over HTTPS (contract: git §5). */
@Module({
  imports: [GitModule, MetricsModule, CredentialsModule, SignInModule, RepositoriesModule],
  providers: [
    GitHttpHandler,
    GitRequestsService,
    GitLoginService,
    GitAccessService,
    GitMetrics,
    GitTargetsRepository,
    GitPacksService,
    ExchangeService,
    ReceivePackService,
  ],
})
export class GitHttpModule {}
