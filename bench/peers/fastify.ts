/** Starts a proxy made with Fastify that makes the same check of tokens. */
import type { Peer } from '../harness/compare.ts'
import { cores } from '../harness/process.ts'
import { buildBackendUrl } from './bare.ts'
import { startScript } from './script.ts'
import { inFolder, type Setting } from './setting.ts'

export function fastify(setting: Setting, target: number): Peer {
  return {
    name: '@fastify/http-proxy, same check',
    target,
    start: () =>
      inFolder(setting, (_, keyFile) =>
        startScript(cores.subject, 'fastify.ts', { args: [buildBackendUrl(setting), keyFile] }),
      ),
  }
}
