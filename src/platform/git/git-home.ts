import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Env } from '../config/env.js';
import { randomHex } from '../crypto/random.js';

/**
 * The hook asks the service over an inherited descriptor: it sends the name of the hook, the directory of the new
 * objects, the commands and the push options, and receives one word and texts. No other program is started, nothing
 * listens, no secret is needed. Every field is its length in bytes (LC_ALL is C) followed by the bytes, so that no
 * input can be parsed as another field, whatever characters it contains.
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

/** Environment of every git child: an empty home directory and the service's own hooks (contract: git §5.4). */
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
      const created = path.join(this.hooks, `.${name}.${randomHex(6)}`); // processes that start at the same time never see an incomplete file
      await writeFile(created, HOOK, { mode: 0o700 });
      await rename(created, path.join(this.hooks, name));
    }
  }

  /** Settings that take precedence over a repository's own configuration. */
  settingsFor(directory: string): string[] {
    const settings = {
      'safe.directory': directory,
      'core.hooksPath': this.hooks,
      'receive.fsckObjects': 'true',
      // Git only warns about modes that it never writes (contract: git §5.3). As a consequence histories of 2005 with
      // mode 100664, which git wrote then, are refused, since git's check does not distinguish them.
      'receive.fsck.badFilemode': 'error',
      'pack.windowMemory': '64m', // otherwise ten large objects at a time are held and compared with each other
      'receive.autogc': 'false',
      'receive.advertisePushOptions': 'true',
      'gc.auto': '0',
      'receive.maxInputSize': String(this.env.git.maxPushBytes),
      'uploadpack.allowFilter': 'true',
      'uploadpack.allowReachableSHA1InWant': 'true',
      'transfer.hideRefs': 'refs/keep',
      'protocol.ext.allow': 'never',
      'core.alternateRefsCommand': 'true', // new objects wait next to the repository, whose refs git would otherwise list twice
      'core.fsmonitor': 'false',
      'mailmap.blob': '', // otherwise every blame reads the mailmap of the default branch
      // uploadpack.packObjectsHook is omitted: an empty value is taken for a program, and git never reads it from a
      // repository.
    };
    return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  }
}
