/** Starts a proxy made with Fastify that makes the same check of tokens, if it is installed with `npm install --prefix bench`. */
import type { Peer } from '../harness/compare.ts'
import { findPackage } from '../harness/find-package.ts'
import { cores } from '../harness/process.ts'
import { buildBackendUrl } from './bare.ts'
import { type PeerSetting, startInFolder } from './peer-setting.ts'
import { startScript } from './script.ts'

export function fastify(setting: PeerSetting, target: number): Peer {
  return {
    name: '@fastify/http-proxy, same check',
    target,
    async start() {
      if (findPackage('@fastify/http-proxy') === undefined) return undefined
      return startInFolder(setting, (_, keyFile) =>
        startScript(cores.subject, 'fastify.js', { args: [buildBackendUrl(setting), keyFile] }),
      )
    },
  }
}
