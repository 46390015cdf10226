/** What Node can do at most, without any check, or with one on every call. */
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

/** The same, and every token is verified, synchronously. */
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
