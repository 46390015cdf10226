/** Connects a queue manager to another one: the MQSC of both sides, and the steps that run what is missing. */
import { t } from '../../../../../shared/ui/text/t.ts'
import { request } from '../../kit/api/client.ts'
import { displayObjects, type ObjectAttributes, runCommandText } from '../../kit/api/mqsc.ts'
import { quoteMqsc as quote } from '../mqsc/mqsc-text.ts'

/** The names of both sides, and where the other queue manager listens. */
export interface ConnectionPlan {
  manager: string
  other: string
  host: string
  port: string
  channel: string
  transmissionQueue: string
}

/** An object that the connection needs. */
export interface NeededObject {
  manager: string
  qualifier: 'queue' | 'channel'
  name: string
  /** The command that defines the object. */
  command: string
  /** What DISPLAY shows of an object that fits. */
  expected: ObjectAttributes
}

/** The maximum length of the name of a channel. */
const maxChannelLength = 20

/** Returns `FROM.TO`, with both names cut where it would be too long. */
export function deriveChannelName(from: string, to: string): string {
  const whole = `${from}.${to}`
  const half = Math.floor((maxChannelLength - 1) / 2)
  return whole.length <= maxChannelLength ? whole : `${from.slice(0, half)}.${to.slice(0, half)}`
}

/**
 * Returns the objects that this side needs. The queue starts the channel with a trigger when a message arrives after an
 * idle time. A transmission queue with another name than the queue manager needs an alias to be found.
 */
export function listSenderObjects(plan: ConnectionPlan): readonly NeededObject[] {
  const { manager, other, host, port, channel, transmissionQueue } = plan
  const conname = `${host}(${port})`
  const queue = quote(transmissionQueue)
  const alias: NeededObject = {
    manager,
    qualifier: 'queue',
    name: other,
    command: `DEFINE QREMOTE(${quote(other)}) RQMNAME(${quote(other)}) XMITQ(${queue})`,
    expected: { rqmname: other, xmitq: transmissionQueue },
  }
  return [
    {
      manager,
      qualifier: 'queue',
      name: transmissionQueue,
      command: `DEFINE QLOCAL(${queue}) USAGE(XMITQ) TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ)`,
      expected: { usage: 'XMITQ' },
    },
    ...(transmissionQueue === other ? [] : [alias]),
    {
      manager,
      qualifier: 'channel',
      name: channel,
      command: `DEFINE CHANNEL(${quote(channel)}) CHLTYPE(SDR) CONNAME(${quote(conname)}) XMITQ(${queue})`,
      expected: { chltype: 'SDR', conname, xmitq: transmissionQueue },
    },
  ]
}

export function buildReceiver({ other, channel }: ConnectionPlan): NeededObject {
  const command = `DEFINE CHANNEL(${quote(channel)}) CHLTYPE(RCVR)`
  return { manager: other, qualifier: 'channel', name: channel, command, expected: { chltype: 'RCVR' } }
}

export interface ConnectOptions {
  /** Whether the other queue manager belongs to this installation, so that its receiver is defined as well. */
  definesReceiver: boolean
  /** The queue of the other side that gets a test message; empty for none. */
  testQueue: string
}

/** Runs the steps in order. Throws an `Error` that says what was done, what failed, and what to do; a further run completes it. */
export async function connectManagers(plan: ConnectionPlan, options: ConnectOptions): Promise<void> {
  const { manager, other, channel } = plan
  const needed = [...(options.definesReceiver ? [buildReceiver(plan)] : []), ...listSenderObjects(plan)]
  const partnerHelp = t('Check that {other} has the receiver channel {channel} and a running listener at {place}.', {
    other,
    channel,
    place: `${plan.host}(${plan.port})`,
  })
  const steps: readonly Step[] = [
    ...needed.map((each) => ({ title: each.command, run: () => define(each) })),
    { title: `START CHANNEL(${quote(channel)})`, help: partnerHelp, run: () => start(manager, channel) },
    ...(options.testQueue === ''
      ? []
      : [{ title: t('Test message'), help: partnerHelp, run: () => sendTestMessage(plan, options) }]),
  ]
  const done: string[] = []
  for (const { title, help, run } of steps) {
    try {
      await run()
      done.push(title)
    } catch (error) {
      throw new Error(describeFailure(title, (error as Error).message, help, done), { cause: error })
    }
  }
}

interface Step {
  title: string
  /** What to check when the step fails; undefined where the error says it. */
  help?: string
  run(): Promise<void>
}

function describeFailure(step: string, message: string, help: string | undefined, done: readonly string[]): string {
  const again = t('Connect again afterwards: what exists is not defined twice.')
  const before = done.length > 0 && t('Done before: {steps}.', { steps: done.join('; ') })
  return [t('{step} failed: {message}', { step, message }), help, again, before].filter(Boolean).join(' ')
}

/** Defines the object unless it exists. Throws an `Error` when an object with the name does not fit. */
async function define({ manager, qualifier, name, command, expected }: NeededObject): Promise<void> {
  const [found] = await displayObjects(manager, { qualifier, name, responseParameters: ['all'] })
  if (!found) return runOrThrow(manager, command)
  const differing = Object.entries(expected).filter(([keyword, value]) => !isSame(found.parameters?.[keyword], value))
  if (differing.length === 0) return
  const wanted = differing.map(([keyword, value]) => `${keyword.toUpperCase()}(${String(value)})`).join(' ')
  throw new Error(
    t('{name} exists on {manager} without {wanted}. Choose another name, or change it on its page.', {
      name,
      manager,
      wanted,
    }),
  )
}

function isSame(found: unknown, wanted: unknown): boolean {
  return String(found ?? '').toUpperCase() === String(wanted).toUpperCase()
}

async function runOrThrow(manager: string, command: string): Promise<void> {
  const { failed, lines } = await runCommandText(manager, command)
  if (failed) throw new Error(lines.join(' '))
}

/** Pings and starts the channel unless it runs. A channel that tries again is ended first: it accepts neither. */
async function start(manager: string, channel: string): Promise<void> {
  const { status = '' } = await loadStatus(manager, channel)
  if (status === 'RUNNING') return
  if (status !== '' && status !== 'STOPPED')
    await runOrThrow(manager, `STOP CHANNEL(${quote(channel)}) STATUS(INACTIVE)`)
  await runOrThrow(manager, `PING CHANNEL(${quote(channel)})`)
  await runOrThrow(manager, `START CHANNEL(${quote(channel)})`)
}

async function loadStatus(manager: string, name: string): Promise<ObjectAttributes> {
  const responseParameters = ['status', 'lsterror']
  const [found] = await displayObjects(manager, { qualifier: 'chstatus', name, responseParameters })
  return found?.parameters ?? {}
}

/** How often the transmission queue is read until it is empty, and the pause between two reads. */
const maxReads = 40
const pauseMs = 250
/** A test message that does not arrive is not kept for longer. */
const testExpiryMs = 5 * 60_000

/** Puts a message for the other side, and waits until the channel has transferred it. */
async function sendTestMessage(plan: ConnectionPlan, { definesReceiver, testQueue }: ConnectOptions): Promise<void> {
  const { manager, other, channel, transmissionQueue } = plan
  if (definesReceiver && (await displayObjects(other, { qualifier: 'queue', name: testQueue })).length === 0)
    throw new Error(t('There is no queue {name}, or you may not display it.', { name: testQueue }))
  const text = t('Test of the channel {channel} from {manager}', { channel, manager })
  const body = { text, queueManager: other, expiry: testExpiryMs }
  await request('POST /qmgr/:qmgr/queue/:queue/messages', { qmgr: manager, queue: testQueue }, { body })

  for (let read = 0; read < maxReads; read += 1) {
    const query = { qualifier: 'qlocal', name: transmissionQueue, responseParameters: ['curdepth'] }
    const [queue] = await displayObjects(manager, query)
    if (queue?.parameters?.curdepth === 0) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  const { status = t('Inactive'), lsterror = '' } = await loadStatus(manager, channel)
  throw new Error(
    [
      t('Messages wait on {queue}; the channel is {status}.', { queue: transmissionQueue, status: String(status) }),
      lsterror && t('Last error: {error}', { error: String(lsterror) }),
    ]
      .filter(Boolean)
      .join(' '),
  )
}
