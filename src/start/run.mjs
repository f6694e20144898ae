import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command to its end and answers its exit code and, with `stdio: 'pipe'`, all it wrote.
 * Signals that end this process are passed on to it, so that nothing is left half done.
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    const passOn = (signal) => child.kill(signal);
    const written = [];
    PASSED_ON.forEach((signal) => process.on(signal, passOn));
    child.stdout?.on('data', (chunk) => written.push(chunk));
    child.stderr?.on('data', (chunk) => written.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      PASSED_ON.forEach((name) => process.off(name, passOn));
      resolve({ code: code ?? 128 + constants.signals[signal], output: Buffer.concat(written).toString() });
    });
  });
}
