import { Fields } from '../fields.js';
import { isList, isMap, isText } from '../value.js';
import type { Value } from '../value.js';

const IMAGE_KEYS = ['name', 'entrypoint', 'ports', 'pull_policy', 'docker', 'kubernetes'];
const SERVICE_KEYS = [...IMAGE_KEYS, 'alias', 'command', 'variables'];
const PULL_POLICIES: ReadonlySet<string> = new Set(['always', 'never', 'if-not-present']);
const IMAGE_FORM = 'a hash or a string';
const SERVICES_FORM = 'an array of strings or hashes';

/** Throws for an image that no runner can decode (contract: triggers §5, §9). */
export function refuseBadImage(fields: Fields): void {
  const value = fields.value('image') ?? null;
  if (value === null || isText(value)) {
    return;
  }
  refuseBadContainer(fields.below('image', IMAGE_FORM), IMAGE_KEYS);
}

/** Like {@link refuseBadImage}, for the list of services. */
export function refuseBadServices(fields: Fields): void {
  const value = fields.value('services') ?? null;
  if (value === null) {
    return;
  }
  if (!isList(value)) {
    fields.refuse('services', SERVICES_FORM);
  }
  for (const service of value.filter((item) => !isText(item))) {
    refuseBadService(fields, service);
  }
}

function refuseBadService(fields: Fields, service: Value): void {
  if (!isMap(service)) {
    fields.refuse('services', SERVICES_FORM);
  }
  const own = new Fields(service, fields.at('services'));
  refuseBadContainer(own, SERVICE_KEYS);
  own.text('alias');
  own.texts('command');
  own.variables();
}

function refuseBadContainer(own: Fields, keys: readonly string[]): void {
  own.refuseOthers(keys);
  if (own.text('name') === null) {
    own.refuse('name', 'a string');
  }
  own.texts('entrypoint');
  refuseBadPorts(own);
  if (!(own.texts('pull_policy') ?? []).every((policy) => PULL_POLICIES.has(policy))) {
    own.refuse('pull_policy', `one of: ${[...PULL_POLICIES].join(', ')}`);
  }
  refuseBadExecutor(own, 'docker', ['platform', 'user']);
  refuseBadExecutor(own, 'kubernetes', ['user']);
}

function refuseBadExecutor(own: Fields, key: string, keys: readonly string[]): void {
  if ((own.value(key) ?? null) === null) {
    return;
  }
  const options = own.below(key);
  options.refuseOthers(keys);
  keys.forEach((name) => options.text(name));
}

function refuseBadPorts(own: Fields): void {
  const ports = own.value('ports') ?? [];
  if (!isList(ports) || !ports.every(isPort)) {
    own.refuse('ports', 'an array of integers or hashes');
  }
}

const isPort = (port: Value): boolean =>
  isMap(port)
    ? isPortNumber(port.get('number')) && [...port].every(([key, value]) => key === 'number' || isPortText(key, value))
    : isPortNumber(port);

const isPortText = (key: string, value: Value): boolean => (key === 'protocol' || key === 'name') && isText(value);

const isPortNumber = (value: Value | undefined): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
