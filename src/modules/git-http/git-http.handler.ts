import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../common/errors/error-text.js';
import { ApiError } from '../../common/errors/api-error.js';
import { Env } from '../../platform/config/env.js';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import { ProtocolHandler } from '../../platform/http/protocol-handler.js';
import { isAway } from '../../platform/database/database-errors.js';
import { stateOf } from '../../platform/http/request-state.js';
import { writeText } from '../../platform/http/write-answer.js';
import { isGitPath, readAddress, serviceOf } from './git-address.js';
import type { GitAddress, GitService } from './git-address.js';
import { GitMetrics } from './git-metrics.js';
import {
  gitFailed,
  GitRefusal,
  gitUnavailable,
  pathNotFound,
  readOnly,
  serviceRefused,
  tooManyFailures,
  verbNotAllowed,
} from './git-refusal.js';
import { GitRequestsService } from './git-requests.service.js';
import { NO_CACHE } from './packs/exchange.service.js';
import { ClientGone } from './packs/flow.js';

const DROPPING_MS = 30_000;
const TEXT = 'text/plain; charset=utf-8';

/** Handles git over HTTPS: addresses, verbs and answers (contract: git §5.1). */
@Injectable()
@Contributes(ProtocolHandler)
export class GitHttpHandler extends ProtocolHandler {
  override readonly name = 'git';
  private readonly logger = new Logger('git');

  constructor(
    private readonly requests: GitRequestsService,
    private readonly metrics: GitMetrics,
    private readonly env: Env,
  ) {
    super();
  }

  override owns(path: string): boolean {
    return isGitPath(path);
  }

  override enter(request: IncomingMessage, response: ServerResponse): void {
    const [path, query] = splitTarget(stateOf(request).target);
    const address = readAddress(path);
    const service = serviceIn(address, query);
    this.serve(request, response, address, query).then(
      () => {
        this.metrics.noteRequest(service ?? 'none', 'ok');
      },
      (error: unknown) => {
        const refusal = this.refusalFor(error, request);
        this.metrics.noteRequest(service ?? 'none', refusal.status >= 500 ? 'failed' : 'refused');
        if (error instanceof ClientGone) {
          response.destroy(); // a silent client does not get an answer (contract: git §5.3)
          return;
        }
        refuse(response, refusal);
        dropRest(request);
      },
    );
  }

  private async serve(
    request: IncomingMessage,
    response: ServerResponse,
    address: GitAddress,
    query: string,
  ): Promise<void> {
    switch (address.kind) {
      case 'unknown':
        throw pathNotFound();
      case 'bare':
        refuseVerb(request, 'GET');
        response.writeHead(301, { Location: this.withGit(address.path, query), 'Content-Length': 0 }).end();
        return;
      case 'advertisement': {
        refuseVerb(request, 'GET');
        const service = serviceOf(new URLSearchParams(query));
        if (!service) {
          throw serviceRefused();
        }
        return this.requests.advertise({ request, response }, address.repository, service);
      }
      case 'upload':
        refuseVerb(request, 'POST');
        return this.requests.upload({ request, response }, address.repository);
      case 'receive':
        refuseVerb(request, 'POST');
        return this.requests.receive({ request, response }, address.repository);
    }
  }

  private withGit(path: string, query: string): string {
    return `${this.env.baseUrl}${path}.git/info/refs${query === '' ? '' : `?${query}`}`;
  }

  private refusalFor(error: unknown, { complete, destroyed }: IncomingMessage): GitRefusal {
    if (error instanceof GitRefusal) {
      return error;
    }
    if (error instanceof ApiError) {
      return inPlainText(error);
    }
    const hasLeft = error instanceof ClientGone || (destroyed && !complete);
    if (!hasLeft) {
      this.logger.error({ error: errorText(error) });
    }
    return isAway(error) ? gitUnavailable() : gitFailed();
  }
}

function splitTarget(target: string): [string, string] {
  const question = target.indexOf('?');
  return question < 0 ? [target, ''] : [target.slice(0, question), target.slice(question + 1)];
}

function serviceIn(address: GitAddress, query: string): GitService | undefined {
  switch (address.kind) {
    case 'upload':
      return 'git-upload-pack';
    case 'receive':
      return 'git-receive-pack';
    default:
      return serviceOf(new URLSearchParams(query));
  }
}

function refuseVerb({ method }: IncomingMessage, allowed: 'GET' | 'POST'): void {
  if (method !== allowed) {
    throw verbNotAllowed(allowed);
  }
}

/** Converts errors of the rest of the service to the plain text that git shows. */
function inPlainText({ status, body, headers }: ApiError): GitRefusal {
  if (status === 429) {
    return tooManyFailures(headers);
  }
  const text = typeof body.message === 'string' ? body.message.replace(/^\d{3} \w+( - )?/, '') : '';
  return status === 403 ? readOnly(text) : status === 404 ? pathNotFound() : gitUnavailable();
}

/** Reads and discards the rest of the body for a limited time, so that the client can read the refusal. */
function dropRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) {
    return;
  }
  request.resume();
  const limit = setTimeout(() => request.destroy(), DROPPING_MS).unref();
  request.once('end', () => {
    clearTimeout(limit);
  });
}

function refuse(response: ServerResponse, { status, text, headers }: GitRefusal): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  Object.entries({ ...NO_CACHE, ...headers }).forEach(([name, value]) => response.setHeader(name, value));
  writeText(response, status, text, TEXT);
}
