/** A gateway on a socket of systemd, which another process holds here: restarts refuse no connection. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../_support/eventually.ts'
import { logLines, temporaryFolder } from '../_support/product.ts'
import { findCommand } from '../_support/product-package.ts'

const root = resolve(import.meta.dirname, '../..')
const metadata = '/.well-known/oauth-authorization-server/acme/sandbox/customer-oauth'

/**
 * Starts a shell that holds a listening socket as descriptor 3, and runs one gateway after the other, as systemd does at a
 * restart.
 */
async function openHolder(t: ExecutionContext, environment: Record<string, string>) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const start = `LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=http exec "${process.execPath}" "${await findCommand('sluice')}" start`
  const script = `while :; do sh -c '${start}'; done`
  const holder = spawn('sh', ['-c', script], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', descriptorOf(server)],
    env: { PATH: String(process.env.PATH), SLUICE_PORT: String(port), ...environment },
  })
  await new Promise((resolve) => server.close(resolve)) // the shell has the socket
  const end = () => process.kill(-(holder.pid as number), 'SIGKILL')
  t.teardown(end)
  return { port, ...readReady(holder) }
}

function descriptorOf(server: Server): number {
  return (server as unknown as { _handle: { fd: number } })._handle.fd
}

/** Returns what the gateways have logged. */
function readReady({ stderr }: ChildProcess) {
  let text = ''
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const lines = () => logLines(text.slice(0, text.lastIndexOf('\n') + 1))
  return {
    lines,
    /** Returns the process ids of the primaries that have become ready, in this order. */
    readyPids: () => lines().flatMap(({ msg, pid }) => (msg === 'gateway ready' ? [pid as number] : [])),
  }
}

/** Between two requests of a loop, so that the gateways that start have the processor. */
const pauseMs = 5

/** Sends requests until it is stopped. Returns the counts of statuses and errors. */
function startLoad(port: number) {
  const counts: Record<string, number> = {}
  let isStopped = false
  const keptAlive = new Agent({ keepAlive: true })
  const request = (agent: Agent | false) =>
    new Promise<string>((done) => {
      get({ host: '127.0.0.1', port, path: metadata, agent }, (response) => {
        response.resume().on('end', () => done(String(response.statusCode)))
      }).on('error', ({ message }) => done(message))
    })
  async function repeat(agent: Agent | false): Promise<void> {
    while (!isStopped) {
      const result = await request(agent)
      counts[result] = (counts[result] ?? 0) + 1
      await delay(pauseMs)
    }
  }
  const loops = [repeat(false), repeat(false), repeat(false), repeat(keptAlive)]
  return async () => {
    isStopped = true
    await Promise.all(loops)
    keptAlive.destroy()
    return counts
  }
}

test('no call is refused while a gateway restarts on a socket that stays open', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const gateways = await openHolder(t, {
    SLUICE_DATA: data,
    SLUICE_ADMIN_PORT: '0',
    SLUICE_WORKERS: '2',
    SLUICE_DRAIN_DELAY_SECONDS: '0',
  })
  const stopLoad = startLoad(gateways.port)
  const nextPid = (count: number) => eventually(async () => gateways.readyPids()[count - 1])
  for (let restart = 1; restart <= 2; restart += 1) {
    const pid = await nextPid(restart)
    if (pid === undefined) return t.fail(JSON.stringify(gateways.lines()))
    process.kill(pid, 'SIGTERM')
  }
  t.truthy(await nextPid(3))
  const counts = await stopLoad()
  t.deepEqual(Object.keys(counts), ['200'], JSON.stringify(counts))
  t.true(Number(counts['200']) > 10)
})

test('a socket of another port than the setting is an error that says what to change', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const gateways = await openHolder(t, {
    SLUICE_DATA: data,
    SLUICE_ADMIN_PORT: '0',
    SLUICE_WORKERS: '1',
    SLUICE_PORT: '1',
  })
  const fatal = await eventually(async () => gateways.lines().find(({ level }) => level === 60 || level === 'fatal'))
  t.regex(String(fatal?.msg), /inherited socket listens on port \d+, and the setting is 1: change ListenStream/)
})
