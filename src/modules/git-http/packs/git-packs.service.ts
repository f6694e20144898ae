import type { IncomingMessage, ServerResponse } from 'node:http';
import { realpath } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { UNCOUNTED_BYTES } from '../../../platform/http/body-memory.js';
import { Git } from '../../../platform/git/git.service.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { Repository } from '../../repositories/repository.js';
import type { GitService } from '../git-address.js';
import { ExchangeService } from './exchange.service.js';
import { answerHooks } from './push-dialogue.js';
import { PushSession, ReceivePackService } from './receive-pack.service.js';
import { begun, NO_LIMITS, requestBody, UPLOAD_PACK_LIMITS } from './request-body.js';
import { withoutDirectories } from './told-texts.js';

const PROTOCOL = /^[a-z0-9=:]{1,64}$/;
const VERSION_2 = /(^|:)version=2(:|$)/;
/** Blobs of more than 4 MiB are sent without computing deltas; existing deltas are still used. */
const LARGE_BLOBS = 'core.bigFileThreshold=4m';

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly gitDir: GitDirectory;
  /** Key of the client that sends and receives. */
  readonly client: string;
}

/** Serves git's HTTP protocol through the git program (contract: git §5.3). */
@Injectable()
export class GitPacksService {
  constructor(
    private readonly git: Git,
    private readonly exchange: ExchangeService,
    private readonly receivePack: ReceivePackService,
    private readonly env: Env,
  ) {}

  private get idleMs(): number {
    return this.env.git.idleTimeout * 1000;
  }

  advertise({ request, response, gitDir, client }: Call, service: GitService): Promise<void> {
    const protocol = service === 'git-upload-pack' ? protocolOf(request) : undefined;
    const isVersion2 = protocol !== undefined && VERSION_2.test(protocol);
    return this.inTurnOf(client, gitDir, async () =>
      this.exchange.run({
        request,
        response,
        child: await this.git.start(gitDir, [...commandOf(service), '--advertise-refs', gitDir.path], { protocol }),
        contentType: `application/x-${service}-advertisement`,
        ...(isVersion2 ? {} : { preamble: preambleOf(service) }),
      }),
    );
  }

  /** Reads the beginning of the body, usually all of it, before a process is started that waits for it. */
  async upload({ request, response, gitDir, client }: Call): Promise<void> {
    const incoming = requestBody(request, UPLOAD_PACK_LIMITS, this.idleMs);
    try {
      const body = await begun(incoming, UNCOUNTED_BYTES);
      await this.inTurnOf(client, gitDir, async () =>
        this.exchange.run({
          request,
          response,
          child: await this.git.start(gitDir, [...commandOf('git-upload-pack'), gitDir.path], {
            protocol: protocolOf(request),
            settings: [LARGE_BLOBS],
          }),
          body,
          contentType: 'application/x-git-upload-pack-result',
        }),
      );
    } finally {
      void incoming.return(undefined); // releases a body that no process has read, so that the refusal can be sent
    }
  }

  /** The caller must hold a write lease. */
  receive({ request, response, gitDir, client }: Call, repository: Repository, actor: AuditAuthor): Promise<void> {
    return this.inTurnOf(client, gitDir, async () => {
      const directories = new Set([gitDir.path, await realpath(gitDir.path)]);
      const session = new PushSession(this.receivePack, repository, gitDir, actor);
      // Nothing is advertised here; hidden refs must reach the hook, so that it refuses the whole push.
      const settings = ['receive.hideRefs=!refs/keep'];
      const child = await this.git.start(gitDir, [...commandOf('git-receive-pack'), gitDir.path], {
        asks: true,
        settings,
      });
      const hooks = answerHooks(child.questions, (question) => session.answer(question));
      hooks.catch(() => undefined);
      await this.exchange.run({
        request,
        response,
        child,
        body: requestBody(request, NO_LIMITS, this.idleMs),
        contentType: 'application/x-git-receive-pack-result',
        rewrite: (answer) => withoutDirectories(answer, [...directories]),
        settle: async () => {
          await hooks.catch(() => undefined);
          await session.settle();
        },
      });
    });
  }

  private inTurnOf(client: string, gitDir: GitDirectory, work: () => Promise<void>): Promise<void> {
    return this.git.pacedByClient(() => this.git.inTurn(gitDir, work), client);
  }
}

const commandOf = (service: GitService): string[] =>
  service === 'git-upload-pack' ? ['upload-pack', '--stateless-rpc', '--strict'] : ['receive-pack', '--stateless-rpc'];

function protocolOf({ headers }: IncomingMessage): string | undefined {
  const protocol = headers['git-protocol']?.toString() ?? '';
  return PROTOCOL.test(protocol) ? protocol : undefined;
}

function preambleOf(service: GitService): Buffer {
  const line = `# service=${service}\n`;
  return Buffer.from(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`);
}
