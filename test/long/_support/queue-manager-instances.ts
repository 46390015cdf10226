/** Instances of a queue manager in PostgreSQL, each in a process of its own with breakable links to all database servers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { openInstallation } from '../../../src/mq/manager/index.ts'
import { mqParts } from '../../../src/mq/parts.ts'
import { silentLog } from '../../../src/shared/lib/output/log.ts'
import { eventually } from '../../_support/eventually.ts'
import { openTcpLink, type TcpLink } from '../../_support/tcp-link.ts'
import { admin } from '../../mq/manager/_support/manager.ts'

const program = join(import.meta.dirname, '../../mq/manager/_support/instance-process.ts')

/** An instance in a process of its own. */
export interface InstanceProcess {
  child: ChildProcess
  folder: string
  state: string | undefined
}

/** An instance, and its links to the database servers. */
export interface Instance extends InstanceProcess {
  links: TcpLink[]
}

export interface InstanceProcessOptions {
  url: string
  /** Gets the bodies of acknowledged messages. */
  acknowledged: Set<string>
  /** The prefix of the bodies. */
  prefix: string
  folder?: string
  /** The network namespace of the process. */
  namespace?: string
}

/** Creates the queue manager QM1 with the queues A and B. */
export async function createQueueManager(t: ExecutionContext, url: string): Promise<void> {
  const installation = await openInstallation({
    folder: createFolder(t),
    clock: Date.now,
    log: silentLog,
    parts: mqParts,
  })
  const manager = await installation.create('QM1', { storeUrl: url })
  await manager.start()
  const connection = manager.connect(admin)
  for (const name of ['A', 'B']) await connection.command(`DEFINE QLOCAL(${name}) DEFPSIST(YES) MAXDEPTH(999999)`)
  await installation.close()
}

/** Starts an instance with links to the ports, which adds the bodies of acknowledged messages to a set. */
export async function startInstance(
  t: ExecutionContext,
  ports: readonly number[],
  acknowledged: Set<string>,
  prefix: string,
): Promise<Instance> {
  const links = await Promise.all(ports.map(openTcpLink))
  t.teardown(() => {
    for (const link of links) link.close()
  })
  return startWithLinks(t, { links, acknowledged, prefix, folder: createFolder(t) })
}

/** Starts an instance that has ended in its folder, which knows the ports of its links. */
export function restartInstance(
  t: ExecutionContext,
  { links, folder }: Instance,
  acknowledged: Set<string>,
  prefix: string,
): Promise<Instance> {
  return startWithLinks(t, { links, acknowledged, prefix, folder })
}

async function startWithLinks(
  t: ExecutionContext,
  { links, ...options }: Omit<InstanceProcessOptions, 'url'> & { links: TcpLink[] },
): Promise<Instance> {
  const hosts = links.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const url = `postgres://sluice@${hosts}/postgres`
  return Object.assign(await startInstanceProcess(t, { url, ...options }), { links })
}

/** Starts an instance, and waits until it is active or waits. */
export async function startInstanceProcess(
  t: ExecutionContext,
  { url, acknowledged, prefix, folder = createFolder(t), namespace }: InstanceProcessOptions,
): Promise<InstanceProcess> {
  const words = [process.execPath, program, folder, url, prefix]
  const [command = '', ...args] = namespace ? ['ip', 'netns', 'exec', namespace, ...words] : words
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const instance: InstanceProcess = { child, folder, state: undefined }
  t.teardown(() => child.kill('SIGKILL'))
  child.on('message', ({ state, put }: { state?: string; put?: string }) => {
    if (state !== undefined) instance.state = state
    if (put !== undefined) acknowledged.add(put)
  })
  child.on('exit', () => {
    instance.state = undefined
  })
  await eventually(async () => instance.state)
  return instance
}

/** Returns the bodies of all messages on both queues. */
export async function readAllMessages(t: ExecutionContext, url: string): Promise<string[]> {
  const installation = await openInstallation({
    folder: createFolder(t),
    clock: Date.now,
    log: silentLog,
    parts: mqParts,
  })
  const manager = await installation.add('QM1', url)
  await eventually(() => manager.start().then(() => true)) // a lease that was not given back expires first
  const connection = manager.connect(admin)
  const bodies: string[] = []
  for (const queue of ['A', 'B']) {
    for (;;) {
      const message = await connection.get(queue)
      if (!message) break
      bodies.push(message.body.toString())
    }
  }
  await installation.close()
  return bodies
}

function createFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-standby-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
