import { Module } from '@nestjs/common';
import { GIT_CREDENTIAL_LIST } from './credentials/git-credential.js';
import type { GitCredential } from './credentials/git-credential.js';
import { GIT_CREDENTIALS } from './credentials/index.js';
import { GitGate } from './git-gate.service.js';
import { GitHttpDoor } from './git-http.door.js';
import { GitLogins } from './git-login.service.js';
import { GitMetrics } from './git-metrics.js';
import { GitRequests } from './git-requests.service.js';
import { GitTargetsRepository } from './git-targets.repository.js';
import { GitExchange } from './packs/exchange.service.js';
import { GitPacks } from './packs/git-packs.service.js';
import { ReceivePack } from './packs/receive-pack.service.js';

/** Git over HTTPS (contract: git §5). */
@Module({
  providers: [
    GitHttpDoor,
    GitRequests,
    GitLogins,
    GitGate,
    GitMetrics,
    GitTargetsRepository,
    GitPacks,
    GitExchange,
    ReceivePack,
    ...GIT_CREDENTIALS,
    {
      provide: GIT_CREDENTIAL_LIST,
      inject: [...GIT_CREDENTIALS],
      useFactory: (...credentials: GitCredential[]) => credentials,
    },
  ],
})
export class GitHttpModule {}
