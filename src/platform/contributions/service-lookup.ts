import type { Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';

/**
 * Finds services of the program by their classes, each only once: a lookup takes longer than some of the services'
 * calls.
 */
export class ServiceLookup {
  private readonly known = new Map<unknown, unknown>();

  constructor(private readonly modules: ModuleRef) {}

  of<T>(type: Type<T> | (abstract new (...args: never[]) => T)): T {
    if (!this.known.has(type)) {
      this.known.set(type, this.modules.get<T>(type, { strict: false }));
    }
    return this.known.get(type) as T;
  }
}
