/** A PostgreSQL server for tests, from Debian's package: started in a folder of its own, and ended by the test. */
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildOnce } from './build-once.ts'
import { childrenOf } from './child-processes.ts'
import { eventually } from './eventually.ts'
import { findFreePort } from './free-port.ts'

const run = promisify(execFile)
const root = '/usr/lib/postgresql'

/** The folder of the newest installed server; undefined when there is none. */
export const postgresBinaries = existsSync(root)
  ? readdirSync(root)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(root, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined

/** A running server. */
export interface PostgresServer {
  /** The URL of the database, with user and password. */
  url: string
  port: number
  folder: string
  /** Stops the server at once, as a crash does. */
  crash(): Promise<void>
  /** Ends all processes of the server by SIGKILL. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops the server and removes its folder. */
  close(): Promise<void>
}

/** Starts a server. `settings` are lines of `postgresql.conf`. The server never runs as root. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-pg-'))
  const data = join(folder, 'data')
  const port = await findFreePort()
  chmodSync(folder, 0o777)
  const template = await buildOnce({ name: 'postgres', sources: ['test/_support/postgres.ts'], build: createCluster })
  await run('cp', ['-a', join(template, 'data'), data])
  const server = serverOf(folder, port, settings)
  await server.start()
  return server
}

/** Creates an empty database cluster. A copy of it takes a quarter of the time. */
async function createCluster(folder: string): Promise<void> {
  const made = mkdtempSync(join(tmpdir(), 'sluice-pg-'))
  chmodSync(made, 0o777)
  const data = join(made, 'data')
  await asUser('initdb', ['-D', data, '-U', 'sluice', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'])
  await run('cp', ['-a', data, join(folder, 'data')])
  rmSync(made, { recursive: true })
}

function serverOf(folder: string, port: number, settings: readonly string[]): PostgresServer {
  const data = join(folder, 'data')
  const options = ['fsync=off', 'max_connections=200', ...settings].map((each) => `-c ${each}`).join(' ')
  const listen = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  return {
    url: `postgres://sluice:secret@127.0.0.1:${port}/postgres`,
    port,
    folder,
    start: () => asUser('pg_ctl', ['-D', data, '-w', '-o', `${listen} ${options}`, '-l', join(folder, 'log'), 'start']),
    crash: () => asUser('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']),
    async kill() {
      const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
      for (const each of [pid, ...childrenOf(pid)]) process.kill(each, 'SIGKILL')
    },
    async close() {
      await asUser('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']).catch(() => {})
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** A server that receives the transactions of another one. */
export interface PostgresReplica extends PostgresServer {
  /** Makes the replica a server that accepts writes. */
  promote(): Promise<void>
}

/**
 * Starts a replica. A synchronous one has every transaction before the primary acknowledges it; another one lacks those of the
 * time in which it does not run.
 */
export async function startReplica(primary: PostgresServer, { isSynchronous = true } = {}): Promise<PostgresReplica> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-pg-'))
  const data = join(folder, 'data')
  const port = await findFreePort()
  chmodSync(folder, 0o777)
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'sluice']
  await asUser('pg_basebackup', [...from, '-D', data, '-R', '-X', 'stream', '--no-sync', '-c', 'fast'])
  const server = serverOf(folder, port, [])
  await server.start()
  const replica = { ...server, promote: () => asUser('pg_ctl', ['-D', data, '-w', 'promote']) }
  if (!isSynchronous) return replica
  const isStandby = "SELECT 1 / count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
  await asUser('psql', [...from, '-d', 'postgres', '-c', "ALTER SYSTEM SET synchronous_standby_names = '*'"])
  await asUser('psql', [...from, '-d', 'postgres', '-c', 'SELECT pg_reload_conf()'])
  await eventually(() => asUser('psql', [...from, '-d', 'postgres', '-c', isStandby]).then(() => true))
  return replica
}

/** Runs a program of the server, as the user postgres when this process is root. */
async function asUser(program: string, given: readonly string[]): Promise<void> {
  const file = join(String(postgresBinaries), program)
  const isRoot = process.getuid?.() === 0
  if (isRoot) await run('runuser', ['-u', 'postgres', '--', file, ...given], { cwd: '/' })
  else await run(file, [...given])
}
