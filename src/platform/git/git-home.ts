import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Env } from '../config/env.js';
import { randomHex } from '../crypto/random.js';

/**
 * Asks the service over the descriptor that it left open: the name of the hook, the directory of the new objects, the
 * commands and the push options go up, one word and texts come back. Nothing else starts, nothing listens, no secret is
 * needed. Every field is its length in bytes (LC_ALL is C) and then the bytes, so that no text from outside, whatever
 * characters it holds, is read as another field.
 */
const HOOK = `#!/bin/sh
[ -n "$SLIPWAY_ASKS" ] || exit 0
field() { printf '%d\\n%s' "\${#1}" "$1"; }
{
  field "hook \${0##*/}"
  field "objects $GIT_QUARANTINE_PATH"
  while IFS= read -r line; do field "ref $line"; done
  n=0
  while [ "$n" -lt "\${GIT_PUSH_OPTION_COUNT:-0}" ]; do
    eval "field \\"option \\$GIT_PUSH_OPTION_$n\\""
    n=$((n + 1))
  done
  field end
} >&3
IFS= read -r verdict <&3 || exit 1
[ "$verdict" = yes ] && exit 0
while IFS= read -r line && [ "$line" != end ]; do printf '%s\\n' "$line" >&2; done <&3
exit 1
`;

const HOOKS = ['pre-receive', 'post-receive'];

/** What every git child stands on: an empty home and the service's own hooks (contract: git §5.4). */
@Injectable()
export class GitHome implements OnModuleInit {
  readonly directory: string;
  readonly hooks: string;
  readonly environment: Readonly<Record<string, string>>;

  constructor(private readonly env: Env) {
    this.directory = path.join(env.dataDir, 'git', 'home');
    this.hooks = path.join(env.dataDir, 'git', 'hooks');
    this.environment = {
      PATH: env.git.searchPath,
      HOME: this.directory,
      LC_ALL: 'C',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
    };
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    await mkdir(this.hooks, { recursive: true, mode: 0o700 });
    for (const name of HOOKS) {
      const created = path.join(this.hooks, `.${name}.${randomHex(6)}`); // processes that start together never see half of it
      await writeFile(created, HOOK, { mode: 0o700 });
      await rename(created, path.join(this.hooks, name));
    }
  }

  /** The settings that decide, whatever a repository's own files say. */
  settingsFor(directory: string): string[] {
    const settings = {
      'safe.directory': directory,
      'core.hooksPath': this.hooks,
      'receive.fsckObjects': 'true',
      // Git only mentions modes that it never writes (contract: git §5.3). The price: histories of 2005 that hold 100664,
      // which git wrote then, are refused, since its check does not tell them from others.
      'receive.fsck.badFilemode': 'error',
      'pack.windowMemory': '64m', // else large objects are compared with each other, ten at a time, all of them held
      'receive.autogc': 'false',
      'receive.advertisePushOptions': 'true',
      'gc.auto': '0',
      'receive.maxInputSize': String(this.env.git.maxPushBytes),
      'uploadpack.allowFilter': 'true',
      'uploadpack.allowReachableSHA1InWant': 'true',
      'transfer.hideRefs': 'refs/keep',
      'protocol.ext.allow': 'never',
      'core.alternateRefsCommand': 'true', // new objects wait beside the repository, whose refs git would list a second time
      'core.fsmonitor': 'false',
      'mailmap.blob': '', // else every blame reads what the default branch holds under that name
      // uploadpack.packObjectsHook is left out: empty it names a program without a name, and git never reads it from a repository.
    };
    return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  }
}
