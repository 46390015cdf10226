/** Starts webdis in front of Redis, which writes its append-only file to disk every second or with each command. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Peer } from '../harness/compare.ts'
import type { Request } from '../harness/load-types.ts'
import { cores, isInstalled, startOnCore } from '../harness/process.ts'
import { findFreePort, waitUntilListening } from './ports.ts'

const names = { everysec: 'webdis + Redis, AOF every second', always: 'webdis + Redis, AOF with each command' }

/**
 * webdis over plain HTTP, with both programs on the measured core. The paths are Redis commands, and a body is
 * their last argument.
 */
export function webdis(
  requests: readonly Request[],
  target: number,
  appendfsync: keyof typeof names = 'everysec',
): Peer {
  return {
    name: names[appendfsync],
    target,
    async start() {
      if (!isInstalled('webdis') || !isInstalled('redis-server')) return undefined
      const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
      const [redisPort, port] = [await findFreePort(), await findFreePort()]
      const kept = ['--appendonly', 'yes', '--appendfsync', appendfsync, '--save', '', '--dir', folder]
      const listening = ['--bind', '127.0.0.1', '--port', String(redisPort)]
      const redis = await startOnCore(cores.subject, ['redis-server', ...listening, ...kept], {
        readyText: 'Ready to accept connections',
      })
      const file = join(folder, 'webdis.json')
      await writeFile(file, configuration(redisPort, port, folder))
      const front = await startOnCore(cores.subject, ['webdis', file])
      await waitUntilListening(port)
      return {
        url: `http://127.0.0.1:${port}/LLEN/bench`,
        headers: {},
        pids: [redis.pid, front.pid],
        requests,
        async close() {
          await front.close()
          await redis.close()
          await rm(folder, { recursive: true, force: true })
        },
      }
    },
  }
}

function configuration(redisPort: number, port: number, folder: string): string {
  return JSON.stringify({
    redis_host: '127.0.0.1',
    redis_port: redisPort,
    http_host: '127.0.0.1',
    http_port: port,
    threads: 1,
    pool_size: 20,
    daemonize: false,
    database: 0,
    http_max_request_size: 1_000_000,
    verbosity: 1,
    logfile: join(folder, 'webdis.log'),
  })
}
