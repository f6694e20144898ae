import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Command } from './command.js';

export interface NamedCommand {
  readonly name: string;
  readonly command: Command;
}

/** Every command of the rooms, found among the providers. */
@Injectable()
export class Commands {
  constructor(private readonly discovery: DiscoveryService) {}

  all(): readonly NamedCommand[] {
    return this.discovery
      .getProviders()
      .flatMap(({ instance }) => (isCommand(instance) ? [{ name: nameOf(instance), command: instance }] : []))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  /** The command whose words begin the line, and the arguments behind them. */
  find(line: readonly string[]): { command: Command; args: readonly string[] } | null {
    for (const { name, command } of this.all()) {
      const words = name.split(' ');
      if (words.every((word, index) => line[index] === word)) {
        return { command, args: line.slice(words.length) };
      }
    }
    return null;
  }
}

const nameOf = (command: object): string => {
  const { constructor } = command;
  return 'commandName' in constructor && typeof constructor.commandName === 'string' ? constructor.commandName : '';
};

const isCommand = (instance: unknown): instance is Command =>
  typeof instance === 'object' && instance !== null && 'run' in instance && nameOf(instance) !== '';
