/** A Redis server for tests, from Debian's package: started on a socket of its own, and ended by the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { endWithProcess } from './end-with-process.ts'
import { findFreePort } from './free-port.ts'

const program = '/usr/bin/redis-server'

export const hasRedis = existsSync(program)

/** A running server. */
export interface RedisServer {
  url: string
  /** The process id; undefined while the server does not run. */
  pid(): number | undefined
  /** Stops the server at once, and forgets its entries. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** Starts a server without persistence. */
export async function startRedis(): Promise<RedisServer> {
  const port = await findFreePort()
  let child: ChildProcess | undefined
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child?.pid,

    async start() {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
      const started = spawn(...endWithProcess(program, options), { stdio: ['ignore', 'pipe', 'ignore'] })
      child = started
      await new Promise<void>((resolve, reject) => {
        started.once('exit', (status) => reject(new Error(`redis-server ended with status ${status}`)))
        started.stdout.on('data', (text) => String(text).includes('Ready to accept connections') && resolve())
      })
    },

    async kill() {
      const ended = child
      child = undefined
      if (!ended || ended.exitCode !== null) return
      const exit = new Promise((resolve) => ended.once('exit', resolve))
      ended.kill('SIGKILL')
      await exit
    },
  }
  await server.start()
  return server
}
