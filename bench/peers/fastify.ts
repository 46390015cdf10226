/** Starts a proxy made with Fastify that makes the same check of tokens. */
import type { Peer } from '../harness/compare.ts'
import { cores } from '../harness/process.ts'
import { buildBackendUrl } from './bare.ts'
import { type PeerSetting, startInFolder } from './peer-setting.ts'
import { startScript } from './script.ts'

export function fastify(setting: PeerSetting, target: number): Peer {
  return {
    name: '@fastify/http-proxy, same check',
    target,
    start: () =>
      startInFolder(setting, (_, keyFile) =>
        startScript(cores.subject, 'fastify.ts', { args: [buildBackendUrl(setting), keyFile] }),
      ),
  }
}
