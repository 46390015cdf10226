/** Starts a minimal HTTPS server of Node that stores nothing, as an upper limit for Node. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Peer } from '../harness/compare.ts'
import type { Request } from '../harness/load-types.ts'
import { cores } from '../harness/process.ts'
import { startScript } from './script.ts'

export function bareHttps(requests: readonly Request[], target: number): Peer {
  return {
    name: 'bare node:https, nothing kept',
    target,
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
      const { port, pid, close } = await startScript(cores.subject, 'bare-https.ts', { args: [folder] })
      const end = () => close().then(() => rm(folder, { recursive: true }))
      return { url: `https://127.0.0.1:${port}/`, headers: {}, requests, pids: [pid], close: end }
    },
  }
}
