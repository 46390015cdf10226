/**
 * Starts a minimal proxy of Node, without checks or with the verification of every token, as an upper limit for
 * Node.
 */
import type { Peer } from '../harness/compare.ts'
import { cores } from '../harness/process.ts'
import { startScript } from './script.ts'
import { inFolder, type Setting } from './setting.ts'

export function bare(setting: Setting, target: number): Peer {
  return {
    name: 'bare node:http + undici',
    target,
    start: () =>
      inFolder(setting, () => startScript(cores.subject, 'bare.ts', { args: [buildBackendUrl(setting)] })),
  }
}

/** The minimal proxy that verifies the token of every request synchronously. */
export function bareVerifying(setting: Setting, target: number): Peer {
  return {
    name: 'bare node:http + undici, crypto.verify',
    target,
    start: () =>
      inFolder(setting, (_, keyFile) =>
        startScript(cores.subject, 'bare.ts', { args: [buildBackendUrl(setting), keyFile] }),
      ),
  }
}

export function buildBackendUrl({ backendPort }: Setting): string {
  return `http://127.0.0.1:${backendPort}`
}
