import { Module } from '@nestjs/common';
import { GIT_CREDENTIAL_LIST } from './credentials/git-credential.js';
import type { GitCredential } from './credentials/git-credential.js';
import { GIT_CREDENTIALS } from './credentials/index.js';
import { GitGateService } from './git-gate.service.js';
import { GitHttpDoor } from './git-http.door.js';
import { GitLoginService } from './git-login.service.js';
import { GitMetrics } from './git-metrics.js';
import { GitRequestsService } from './git-requests.service.js';
import { GitTargetsRepository } from './git-targets.repository.js';
import { ExchangeService } from './packs/exchange.service.js';
import { GitPacksService } from './packs/git-packs.service.js';
import { ReceivePackService } from './packs/receive-pack.service.js';

/** Git over HTTPS (contract: git §5). */
@Module({
  providers: [
    GitHttpDoor,
    GitRequestsService,
    GitLoginService,
    GitGateService,
    GitMetrics,
    GitTargetsRepository,
    GitPacksService,
    ExchangeService,
    ReceivePackService,
    ...GIT_CREDENTIALS,
    {
      provide: GIT_CREDENTIAL_LIST,
      inject: [...GIT_CREDENTIALS],
      useFactory: (...credentials: GitCredential[]) => credentials,
    },
  ],
})
export class GitHttpModule {}
