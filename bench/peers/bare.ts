/**
 * Starts a minimal proxy of Node, without checks or with the verification of every token, as an upper limit for
 * Node.
 */
import type { Peer } from '../harness/compare.ts'
import { cores } from '../harness/process.ts'
import { type PeerSetting, startInFolder } from './peer-setting.ts'
import { startScript } from './script.ts'

export function bareProxy(setting: PeerSetting, target: number): Peer {
  return {
    name: 'bare node:http + undici',
    target,
    start: () =>
      startInFolder(setting, () => startScript(cores.subject, 'bare.ts', { args: [buildBackendUrl(setting)] })),
  }
}

/** The minimal proxy that verifies the token of every request synchronously. */
export function bareVerifyingProxy(setting: PeerSetting, target: number): Peer {
  return {
    name: 'bare node:http + undici, crypto.verify',
    target,
    start: () =>
      startInFolder(setting, (_, keyFile) =>
        startScript(cores.subject, 'bare.ts', { args: [buildBackendUrl(setting), keyFile] }),
      ),
  }
}

export function buildBackendUrl({ backendPort }: PeerSetting): string {
  return `http://127.0.0.1:${backendPort}`
}
