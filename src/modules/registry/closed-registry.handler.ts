import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import { ProtocolHandler } from '../../platform/http/protocol-handler.js';
import { writeError } from '../../platform/http/write-answer.js';
import { registryClosed } from './registry-errors.js';

/** Paths that registry clients request; `.json` may follow a fixed word (contract: conventions §2). */
const ADDRESSES = /^\/(?:v2|jwt\/auth)(?:\.json)?(?:\/|$)/;

/** While the registry is disabled, its paths are unknown, whatever the method (contract: registry §1). */
@Injectable()
@Contributes(ProtocolHandler)
export class ClosedRegistryHandler extends ProtocolHandler {
  override readonly name = 'closed-registry';

  constructor(private readonly env: Env) {
    super();
  }

  override owns(path: string): boolean {
    return !this.env.registry.enabled && ADDRESSES.test(path);
  }

  override enter(_request: IncomingMessage, response: ServerResponse): void {
    writeError(response, registryClosed());
  }
}
