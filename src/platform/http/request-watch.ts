import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { LogSink } from '../logging/log-sink.js';
import { Metrics } from '../metrics/metrics.js';
import { isQuiet, requestLine } from './request-log.js';
import { stateOf } from './request-state.js';
import { SlipwayAdapter } from './slipway.adapter.js';

/** Logs and measures every request when its answer is complete. */
@Injectable()
export class RequestWatch implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly log: LogSink,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const { httpAdapter } = this.host;
    if (httpAdapter instanceof SlipwayAdapter) {
      httpAdapter.observe((request, response) => {
        this.note(request, response);
      });
    }
  }

  private note(request: IncomingMessage, response: ServerResponse): void {
    const state = stateOf(request);
    const milliseconds = performance.now() - state.startedAt;
    this.metrics.noteRequest(request.method ?? '', state.route, response.statusCode, milliseconds / 1000);
    const level = isQuiet(state) ? 'debug' : this.log.requestLevel;
    if (this.log.takes(level)) {
      this.log.write(level, requestLine(request, response, state, milliseconds));
    }
  }
}
