/**
 * Two agents on two queue managers in two processes. Both processes are killed again and again in the middle of a transfer:
 * every file arrives exactly once and whole, and no source file is deleted before. And the memory of a large transfer.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import test from 'ava'
import { findFreePort } from '../_support/free-port.ts'
import { compileCache, runCommand } from '../_support/product-package.ts'

interface Host {
  readonly pid: number
  run(line: string, input?: string): Promise<string>
  start(): Promise<void>
  kill(): Promise<void>
}

const managers = ['QM1', 'QM2'] as const

async function openHost(data: string, manager: string): Promise<Host> {
  let child: ChildProcess | undefined
  const env = { PATH: String(process.env.PATH), SLUICE_DATA: data, NODE_COMPILE_CACHE: compileCache }
  const run: Host['run'] = async (line, input = '') => {
    const [name = '', ...args] = line.split(' ')
    const { output, errors } = await runCommand(name, args, { environment: env, input })
    return output + errors
  }
  return {
    run,
    get pid() {
      return child?.pid ?? 0
    },
    async start() {
      await mkdir(data, { recursive: true })
      const program = resolve('src/mq/cli/host/host-process.ts')
      child = spawn(process.execPath, [program], { env, cwd: data, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
      await new Promise((ready) => child?.once('message', ready))
      await run(`strmqm ${manager}`)
    },
    async kill() {
      const ended = new Promise((done) => child?.once('exit', done))
      child?.kill('SIGKILL')
      await ended
    },
  }
}

/** Connects a queue manager to the other one, in both directions. */
function renderChannels(own: string, other: string, port: number, otherPort: number): string {
  return `DEFINE QLOCAL(${other}) USAGE(XMITQ) DEFPSIST(YES) MAXDEPTH(999999999) TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ)
    DEFINE CHANNEL(${own}.TO.${other}) CHLTYPE(SDR) CONNAME('127.0.0.1(${otherPort})') XMITQ(${other}) SHORTTMR(1) SHORTRTY(999999)
    DEFINE CHANNEL(${other}.TO.${own}) CHLTYPE(RCVR)
    ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)
    DEFINE LISTENER(TCP) TRPTYPE(TCP) PORT(${port}) IPADDR(127.0.0.1) CONTROL(QMGR)
    START LISTENER(TCP)
    START CHANNEL(${own}.TO.${other})\n`
}

const fileCount = 300
const kills = 8

test('0 lost, 0 twice, 0 half while both processes are killed', async (t) => {
  t.timeout(600_000)
  const folder = await mkdtemp(join(tmpdir(), 'mft-long-'))
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await Promise.all([mkdir(from), mkdir(to)])
  const sums = new Map<string, string>()
  const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  for (let index = 0; index < fileCount; index += 1) {
    const content = randomBytes(index === 7 ? 90_000_000 : (index * 7919) % 150_000)
    sums.set(`f${index}`, sum(content))
    await writeFile(join(from, `f${index}`), content)
  }

  const hosts = await Promise.all(managers.map((manager) => openHost(join(folder, manager), manager)))
  t.teardown(async () => {
    await Promise.all(hosts.map((host) => host.kill()))
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const ports = await Promise.all([findFreePort(), findFreePort()])
  for (const [index, host] of hosts.entries()) {
    const [own, other] = [managers[index] as string, managers[1 - index] as string]
    await host.run(`crtmqm ${own}`)
    await host.start()
    await host.run(`runmqsc ${own}`, renderChannels(own, other, ports[index] as number, ports[1 - index] as number))
    await host.run('fteSetupCoordination -coordinationQMgr QM1')
    await host.run(`fteSetupCommands -connectionQMgr ${own}`)
    await host.run(`fteCreateAgent -agentName AGENT${index + 1} -agentQMgr ${own}`)
    t.regex(await host.run(`fteStartAgent AGENT${index + 1}`), /is started/)
  }
  const request = `fteCreateTransfer -sa AGENT1 -sm QM1 -da AGENT2 -dm QM2 -sd delete -dd ${to} ${from}`
  t.regex(await (hosts[0] as Host).run(request), /request ID/)

  // The link is cut while the transfer runs; both processes go on.
  const source = hosts[0] as Host
  await source.run('runmqsc QM1', 'STOP CHANNEL(QM1.TO.QM2) MODE(FORCE)\n')
  await wait(500)
  await source.run('runmqsc QM1', 'START CHANNEL(QM1.TO.QM2)\n')

  for (let count = 0; count < kills; count += 1) {
    await wait(300 + ((count * 997) % 1500))
    const host = hosts[count % 2] as Host
    await host.kill()
    for (const name of await readdir(to)) {
      if (!name.startsWith('.'))
        t.is(sum(await readFile(join(to, name))), sums.get(name) as string, `${name} is half there`)
    }
    await host.start()
  }
  while ((await readdir(from)).length > 0) await wait(250)

  t.deepEqual((await readdir(to)).filter((name) => !name.startsWith('.')).sort(), [...sums.keys()].sort())
  for (const [name, expected] of sums) t.is(sum(await readFile(join(to, name))), expected, name)
  while ((await readdir(to)).some((name) => name.startsWith('.mft-'))) await wait(250)
})

const largeBytes = 256 * 1024 * 1024
/** 64 MiB, which two threads and the content in flight need, and what the heap of V8 varies. */
const maxGrowthMib = 80

test('a large file moves between two agents of one process with flat memory', async (t) => {
  t.timeout(120_000)
  const folder = await mkdtemp(join(tmpdir(), 'mft-memory-'))
  const host = await openHost(join(folder, 'data'), 'QM1')
  t.teardown(async () => {
    await host.kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const content = randomBytes(largeBytes)
  await writeFile(join(folder, 'large'), content)
  await host.run('crtmqm QM1')
  await host.start()
  await host.run('fteSetupCoordination -coordinationQMgr QM1')
  await host.run('fteSetupCommands -connectionQMgr QM1')
  for (const name of ['AGENT1', 'AGENT2']) {
    await host.run(`fteCreateAgent -agentName ${name} -agentQMgr QM1`)
    t.regex(await host.run(`fteStartAgent ${name}`), /is started/)
  }
  await writeFile(`/proc/${host.pid}/clear_refs`, '5') // the kernel forgets the peak
  const idleMib = await readStatusMib(host.pid, 'VmRSS')
  const request = `fteCreateTransfer -w -sa AGENT1 -da AGENT2 -dd ${join(folder, 'to')} ${join(folder, 'large')}`
  await host.run(request)
  t.true(content.equals(await readFile(join(folder, 'to', 'large'))))
  const growthMib = (await readStatusMib(host.pid, 'VmHWM')) - idleMib
  t.log(`${growthMib.toFixed(1)} MiB above idle`)
  t.true(growthMib < maxGrowthMib, `${growthMib} MiB`)
})

/** Returns a value of the status of a process in MiB. */
async function readStatusMib(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}
