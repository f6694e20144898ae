import type { Settings } from './step.js';

/** A setting as text; empty if it is not set. */
export const textOf = (settings: Settings, name: string): string => String(settings.get(name) ?? '');

export const isOn = (settings: Settings, name: string): boolean => settings.get(name) === true;

/** An address to which paths are appended: without trailing slashes, query or fragment. */
export const addressOf = (settings: Settings, name: string): string =>
  withoutSlash(textOf(settings, name).replace(/[?#].*$/s, ''));

/** The address without trailing slashes. */
export function withoutSlash(address: string): string {
  let end = address.length;
  while (address.charAt(end - 1) === '/') {
    end -= 1;
  }
  return address.slice(0, end);
}
