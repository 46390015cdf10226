/**
 * AMQP programs put messages at one queue manager and get them at another, while processes are killed, links are cut and
 * disks fail at random: every acknowledged message arrives, those whose removal was confirmed do not return, and those
 * whose removal was rejected do.
 * `LEDGER_ROUNDS` sets the number of rounds, `LEDGER_SEED` repeats a run.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openInstallation } from '../../src/mq/manager/index.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { silentLog } from '../../src/shared/lib/output/log.ts'
import { systemClock } from '../../src/shared/lib/time/clock.ts'
import { compileShim, shimsMissing } from '../_support/disk-shim.ts'
import { createRandom } from '../_support/random.ts'
import { until } from '../mq/parts/channels/_support/channel-pair.ts'
import { type FrameProxy, frameProxyFor } from '../mq/parts/channels/_support/frame-proxy.ts'
import { Ledger, startConsumer, startProducer } from './_support/ledger-clients.ts'

const rounds = Number(process.env.LEDGER_ROUNDS ?? 25)
const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 1_000_000)
const program = join(import.meta.dirname, '_support', 'ledger-process.ts')
const shimSource = join(import.meta.dirname, '../mq/manager/_support/failing-disk.c')

/** A queue manager with a disk that fails while its file `faults` exists. */
interface Node {
  readonly name: string
  readonly folder: string
  readonly faults: string
  child: ChildProcess | undefined
  ports: { listener: number; amqp: number }
}

const onFailingDisks = shimsMissing ? test.skip : test

onFailingDisks(
  `every acknowledged message arrives over broken disks, links and processes (seed ${seed})`,
  async (t) => {
    const random = createRandom(seed)
    const proxy = await frameProxyFor(t, 0)
    const folder = mkdtempSync(join(tmpdir(), 'sluice-ledger-'))
    const shim = compileShim(shimSource, join(folder, 'failing-disk.so'))
    const [sender, receiver] = [
      await createNode(folder, 'QM1', senderCommands(proxy.port)),
      await createNode(folder, 'QM2', receiverCommands),
    ]
    const nodes = [receiver, sender]
    t.teardown(() => {
      for (const { child } of nodes) child?.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    })
    for (const node of nodes) await start(node, shim, proxy)

    const ledger = new Ledger()
    const producer = startProducer(() => sender.ports.amqp, 'A.REMOTE', ledger)
    const consumer = startConsumer(() => receiver.ports.amqp, 'A', ledger)
    t.teardown(() => {
      producer.stop()
      consumer.stop()
    })
    for (let round = 0; round < rounds; round++) {
      const enough = ledger.accepted.size + 20 + random() * 150
      await until(() => ledger.accepted.size >= enough)
      harmLink(proxy, random)
      if (random() < 0.2) producer.cut()
      if (random() < 0.2) consumer.cut()
      for (const node of nodes) {
        if (random() < 0.5) await failDisk(node, 20 + random() * 200)
        if (random() < 0.3) await restart(node, shim, proxy)
      }
    }
    producer.pause()
    await waitUntilDelivered(ledger, nodes)
    await waitUntilEmpty(nodes)

    t.deepEqual(ledger.resurrected, [], 'no message returns whose removal was confirmed')
    t.deepEqual(ledger.lost, [], 'every message returns whose removal was rejected')
    t.log(
      `${ledger.accepted.size} messages were acknowledged, ${ledger.redelivered} were delivered again, ${proxy.connections} links`,
    )
    t.true(ledger.accepted.size > rounds * 20)
  },
)

function senderCommands(port: number): string[] {
  return [
    'DEFINE QLOCAL(QM2) USAGE(XMITQ) MAXDEPTH(999999)',
    'DEFINE QREMOTE(A.REMOTE) RNAME(A) RQMNAME(QM2)',
    `DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(${port})') XMITQ(QM2) BATCHSZ(7) SHORTRTY(999999) SHORTTMR(0)`,
    'START CHANNEL(QM1.TO.QM2)',
  ]
}

const receiverCommands = ['DEFINE QLOCAL(A) MAXDEPTH(999999)', 'DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR)']

const commonCommands = [
  "DEFINE LISTENER(L) TRPTYPE(TCP) IPADDR('127.0.0.1') PORT(0) CONTROL(QMGR)",
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  "SET AUTHREC PROFILE('**') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(GET,PUT)",
  "DEFINE CHANNEL(AMQP) CHLTYPE(AMQP) PORT(0) LOCLADDR('127.0.0.1') MCAUSER('app')",
  'START CHANNEL(AMQP)',
]

async function createNode(parent: string, name: string, commands: readonly string[]): Promise<Node> {
  const folder = join(parent, name)
  const installation = await openInstallation({
    folder,
    clock: systemClock,
    log: silentLog,
    listenerPort: 0,
    parts: mqParts,
  })
  const manager = await installation.create(name)
  await manager.start()
  const connection = manager.connect({ name: 'admin', groups: ['mqm'], privileged: true })
  for (const command of [...commonCommands, ...commands]) {
    const { completionCode, responses } = await connection.command(command)
    if (completionCode !== 0) throw new Error(`${command}: ${JSON.stringify(responses)}`)
  }
  await installation.close()
  return { name, folder, faults: join(parent, `${name}.faults`), child: undefined, ports: { listener: 0, amqp: 0 } }
}

/** Starts the process of a queue manager, and resolves when its ports are open. */
async function start(node: Node, shim: string, proxy: FrameProxy): Promise<void> {
  const child = fork(program, [node.folder, node.name], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, LD_PRELOAD: shim, FAULTS: node.faults },
  })
  node.child = child
  const [ports] = await once(child, 'message')
  node.ports = ports as Node['ports']
  if (node.name === 'QM2') proxy.target = node.ports.listener
}

async function restart(node: Node, shim: string, proxy: FrameProxy): Promise<void> {
  const child = node.child as ChildProcess
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
  await start(node, shim, proxy)
}

async function failDisk(node: Node, milliseconds: number): Promise<void> {
  writeFileSync(node.faults, '')
  await delay(milliseconds)
  rmSync(node.faults)
}

/** Cuts the link at once or at one of the next frames, or does nothing. */
function harmLink(proxy: FrameProxy, random: () => number): void {
  const kind = Math.floor(random() * 5)
  if (kind === 0) proxy.cut()
  else if (kind < 4) proxy.cutAt = (['message', 'commit', 'committed'] as const)[kind - 1]
}

/** Waits until every acknowledged message was delivered. Throws when no message was delivered for 10 seconds. */
async function waitUntilDelivered(ledger: Ledger, [receiver, sender]: readonly Node[]): Promise<void> {
  let delivered = -1
  let progressAt = Date.now()
  while (![...ledger.accepted].every((number) => ledger.deliveries.has(number))) {
    if (ledger.deliveries.size !== delivered) progressAt = Date.now()
    delivered = ledger.deliveries.size
    if (Date.now() - progressAt > 10_000) {
      const missing = [...ledger.accepted].filter((number) => !ledger.deliveries.has(number)).length
      const depths = [await readDepth(receiver as Node, 'A'), await readDepth(sender as Node, 'QM2')]
      const channels = [await ask(receiver as Node, channelStatus), await ask(sender as Node, channelStatus)]
      throw new Error(
        `${missing} messages are missing, and none arrived for 10 s; ${depths[0]} are on the queue of QM2, ${depths[1]} on the transmission queue of QM1; ${JSON.stringify(channels)}`,
      )
    }
    await delay(20)
  }
}

/** Waits until the queue of QM2 and the transmission queue of QM1 are empty. */
async function waitUntilEmpty([receiver, sender]: readonly Node[]): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const depths = [await readDepth(receiver as Node, 'A'), await readDepth(sender as Node, 'QM2')]
    if (depths.every((depth) => depth === 0)) return
    await delay(50)
  }
  throw new Error('the queues were not empty after 20 s')
}

const channelStatus = 'DISPLAY CHSTATUS(QM1.TO.QM2) ALL'

async function readDepth(node: Node, queue: string): Promise<unknown> {
  return (await ask(node, `DISPLAY QLOCAL(${queue}) CURDEPTH`)).CURDEPTH
}

/** Runs a command at a queue manager, and returns the attributes of its first response. */
async function ask({ child }: Node, command: string): Promise<Record<string, unknown>> {
  const answered = once(child as ChildProcess, 'message')
  child?.send(command)
  const [{ shown }] = (await answered) as [{ shown: Record<string, unknown> }]
  return shown
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
