import type { DynamicModule, Type } from '@nestjs/common';
import type { CommandClass } from './command.js';

/** Returns every command among the providers of these modules and their imports, without starting anything. */
export function commandsIn(modules: readonly unknown[]): CommandClass[] {
  const seen = new Set<unknown>();
  const found = new Set<CommandClass>();
  const pending = [...modules];
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    if (!seen.has(module)) {
      seen.add(module);
      listed(module, 'providers')
        .filter(isCommand)
        .forEach((command) => found.add(command));
      pending.push(...listed(module, 'imports'));
    }
  }
  return [...found].sort((a, b) => a.commandName.localeCompare(b.commandName));
}

function listed(module: unknown, key: 'providers' | 'imports'): unknown[] {
  const dynamic = isDynamic(module) ? [...(module[key] ?? [])] : [];
  const type: unknown = isDynamic(module) ? module.module : module;
  const declared: unknown = isType(type) ? Reflect.getMetadata(key, type) : undefined;
  return [...dynamic, ...(Array.isArray(declared) ? (declared as unknown[]) : [])];
}

const isType = (value: unknown): value is Type => typeof value === 'function';

const isDynamic = (module: unknown): module is DynamicModule =>
  typeof module === 'object' && module !== null && 'module' in module;

const isCommand = (provider: unknown): provider is CommandClass => isType(provider) && 'commandName' in provider;
