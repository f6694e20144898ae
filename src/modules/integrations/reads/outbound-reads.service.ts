import { Injectable } from '@nestjs/common';
import { VERSION } from '../../../platform/config/version.js';
import { OutboundHttp } from '../../../platform/outbound/outbound-http.js';
import type { StatusAnswer } from '../kinds/status-read.js';
import type { HttpCall, Json } from '../kinds/step.js';
import { prepareRequest } from '../planning/http-request.js';
import { toJson } from '../planning/json.js';
import { VendorBases } from '../vendor-bases/vendor-bases.js';

/**
 * Sends read requests to integrations' servers outside of deliveries: with the same address guard and limits, but
 * without a log.
 */
@Injectable()
export class OutboundReadsService {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly vendors: VendorBases,
  ) {}

  /** Throws OutboundFailure if there is no answer. */
  async read(slug: string, call: HttpCall): Promise<StatusAnswer> {
    const request = prepareRequest(call);
    const { status, body } = await this.outbound.send({
      ...request,
      headers: { 'User-Agent': `Slipway/${VERSION}`, Accept: '*/*', ...request.headers },
      method: call.method,
      verifyTls: call.verifyTls ?? true,
      isTrusted: this.vendors.isTrusted(slug, request.url),
    });
    const text = body.toString();
    return { status, text, json: jsonOf(text) };
  }
}

function jsonOf(text: string): Json {
  try {
    return toJson(JSON.parse(text));
  } catch {
    return null;
  }
}
