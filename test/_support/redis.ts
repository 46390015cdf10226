/** A Redis server for tests, from Debian's package: started on a socket of its own, and ended by the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithProcess } from './end-with-process.ts'
import { findFreePort } from './free-port.ts'

const program = '/usr/bin/redis-server'

export const hasRedis = existsSync(program)
export const hasRedisCluster = hasRedis && existsSync('/usr/bin/redis-cli')
export const hasSentinel = hasRedisCluster && existsSync('/usr/bin/redis-sentinel')

/** A running server. */
export interface RedisServer {
  url: string
  /** The process id; undefined while the server does not run. */
  pid(): number | undefined
  /** Stops the server at once, and forgets its entries. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** Starts a server without persistence; a Sentinel with its configuration file. `further` are options. */
export async function startRedis(further: readonly string[] = [], { configuration = '' } = {}): Promise<RedisServer> {
  const port = await findFreePort()
  const cwd = mkdtempSync(join(tmpdir(), 'sluice-redis-'))
  let child: ChildProcess | undefined
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child?.pid,

    async start() {
      mkdirSync(cwd, { recursive: true })
      const sentinel = configuration === '' ? [] : [configuration, '--sentinel']
      const options = [...sentinel, '--port', String(port), '--bind', '127.0.0.1', '--save', '', ...further]
      const started = spawn(...endWithProcess(program, options), { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
      child = started
      await new Promise<void>((resolve, reject) => {
        started.once('exit', (status) => reject(new Error(`redis-server ended with status ${status}`)))
        started.stdout.on(
          'data',
          (text) => /Ready to accept connections|Sentinel ID is/.test(String(text)) && resolve(),
        )
      })
    },

    async kill() {
      const ended = child
      child = undefined
      if (!ended || ended.exitCode !== null) return
      const exit = new Promise((resolve) => ended.once('exit', resolve))
      ended.kill('SIGKILL')
      await exit
      rmSync(cwd, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}
