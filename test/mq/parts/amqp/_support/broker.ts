/** A queue manager with a started AMQP channel, and rhea clients of it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import rhea, { type Connection, type ConnectionOptions, type Receiver, type Sender } from 'rhea'
import { type Installation, openInstallation, type Principal } from '../../../../../src/mq/manager/index.ts'
import { mqParts } from '../../../../../src/mq/parts.ts'
import { silentLog } from '../../../../../src/shared/lib/output/log.ts'
import { type Clock, systemClock } from '../../../../../src/shared/lib/time/clock.ts'
import { eventually } from '../../../../_support/eventually.ts'

export const admin: Principal = { name: 'admin', groups: ['mqm'], privileged: true }

export interface Broker {
  readonly installation: Installation
  /** A connection of the administrator to the queue manager. */
  readonly connection: ReturnType<NonNullable<ReturnType<Installation['find']>>['connect']>
  readonly port: number
  /** Runs MQSC commands. Throws when one fails. */
  run(...commands: string[]): Promise<void>
  /** Returns the text of a displayed attribute of the first object. */
  display(command: string, keyword: string): Promise<string | undefined>
  /** Resolves with true when the command displays the object no more, or with false after 20 seconds. */
  isGone(command: string, keyword: string): Promise<boolean>
  /** Resolves when no unit of work holds a message of the queue. Throws after 20 seconds. */
  whenCommitted(queue: string): Promise<void>
  /** Opens a client connection. */
  connect(options?: Partial<ConnectionOptions>): Promise<Connection>
  /** Opens a client connection that is expected to be rejected, and resolves with the error. */
  connectRejected(options?: Partial<ConnectionOptions>): Promise<{ condition?: string; description?: string }>
}

/** The users of the registry: each one's password is its name backwards. */
async function verifyPassword(name: string, password: string): Promise<Principal | undefined> {
  return password === [...name].reverse().join('') ? { name, groups: [], privileged: false } : undefined
}

/** Starts a queue manager QM1 with the queue A and the channel AMQP, whose clients have the user `app`. */
export async function brokerFor(t: ExecutionContext, ...commands: string[]): Promise<Broker> {
  const broker = await openBroker(...commands)
  t.teardown(() => broker.close())
  return broker
}

/** Starts the same for all tests of a file, with the clock of the machine. */
export function openBroker(...commands: string[]): Promise<Broker & { close(): Promise<void> }> {
  return openBrokerAt(systemClock, ...commands)
}

/** Starts the same with another clock. */
export async function openBrokerAt(clock: Clock, ...commands: string[]): Promise<Broker & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-amqp-'))
  const installation = await openInstallation({
    folder,
    clock,
    log: silentLog,
    listenerPort: 0,
    parts: mqParts,
    verifyPassword,
  })
  const manager = await installation.create('QM1', { isDefault: true })
  await manager.start()
  const connection = manager.connect(admin)
  const clients: Connection[] = []
  async function close(): Promise<void> {
    for (const client of clients) client.close()
    await installation.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }

  async function run(...lines: string[]): Promise<void> {
    for (const line of lines) {
      const outcome = await connection.command(line)
      if (outcome.completionCode !== 0) throw new Error(`${line}: ${JSON.stringify(outcome.responses)}`)
    }
  }

  async function display(command: string, keyword: string): Promise<string | undefined> {
    const { responses } = await connection.command(command)
    return responses[0]?.attributes?.find(([key]) => key === keyword)?.[1]?.toString()
  }

  async function isGone(command: string, keyword: string): Promise<boolean> {
    const gone = async () => ((await display(command, keyword)) === undefined ? true : undefined)
    return (await eventually(gone)) === true
  }

  async function whenCommitted(queue: string): Promise<void> {
    const isCommitted = async () =>
      (await display(`DISPLAY QSTATUS(${queue}) ALL`, 'UNCOM')) === 'NO' ? true : undefined
    if (!(await eventually(isCommitted))) throw new Error(`${queue} has uncommitted messages`)
  }

  await run(
    'ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) FAILDLAY(0)',
    'DEFINE QLOCAL(A)',
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
    "SET AUTHREC PROFILE('**') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(BROWSE,GET,PUT,DSP)",
    "SET AUTHREC PROFILE('**') OBJTYPE(TOPIC) PRINCIPAL('app') AUTHADD(PUB,SUB)",
    "DEFINE CHANNEL(AMQP) CHLTYPE(AMQP) PORT(0) LOCLADDR('127.0.0.1') MCAUSER('app')",
    ...commands,
    'START CHANNEL(AMQP)',
  )
  const address = await display('DISPLAY CHSTATUS(AMQP) ALL', 'LOCLADDR')
  const port = Number(/\((\d+)\)/.exec(address ?? '')?.[1])

  const optionsFor = (options: Partial<ConnectionOptions>): ConnectionOptions =>
    ({ host: '127.0.0.1', port, username: 'anonymous', reconnect: false, ...options }) as ConnectionOptions

  return {
    installation,
    connection,
    port,
    run,
    display,
    isGone,
    whenCommitted,
    close,
    connect(options = {}) {
      const client = rhea.create_container().connect(optionsFor(options))
      clients.push(client)
      client.on('disconnected', () => undefined)
      client.on('connection_close', () => undefined)
      return new Promise((resolve, reject) => {
        client.once('connection_open', () => resolve(client))
        client.once('connection_error', (context) => reject(context.error ?? client.error))
      })
    },
    connectRejected(options = {}) {
      const client = rhea.create_container().connect(optionsFor(options))
      client.on('disconnected', () => undefined)
      client.on('connection_close', () => undefined)
      return new Promise((resolve) => {
        client.once('connection_error', (context) => resolve(context.error ?? client.error ?? {}))
        client.once('disconnected', (context) => resolve(context.error ?? {}))
      })
    },
  }
}

type LinkOptions = Record<string, unknown>

/** Opens a link on which the test sends, when the server has given credit. Rejects with the error of a refusal. */
export function openSender(client: Connection, options: string | LinkOptions): Promise<Sender> {
  const sender = client.open_sender(options as never)
  return new Promise((resolve, reject) => {
    sender.once('sendable', () => resolve(sender))
    sender.once('sender_error', () => reject(sender.error))
    sender.on('sender_close', () => undefined)
  })
}

/** Opens a link on which the test receives. Rejects with the error of a refusal. */
export function openReceiver(client: Connection, options: string | LinkOptions): Promise<Receiver> {
  const all = typeof options === 'string' ? { source: options } : options
  const receiver = client.open_receiver({ autoaccept: false, credit_window: 0, ...all } as never)
  return new Promise((resolve, reject) => {
    receiver.once('receiver_error', () => reject(receiver.error))
    receiver.once('receiver_open', () => {
      // A refused attach has no source, and a detach with the reason follows.
      if (receiver.source?.address !== undefined && receiver.source.address !== null) resolve(receiver)
    })
    receiver.on('receiver_close', () => undefined)
  })
}

export type Outcome = 'accepted' | 'rejected' | 'released' | 'modified'

/** Sends a message and resolves with its outcome. */
export function send(sender: Sender, message: object): Promise<{ outcome: Outcome; error?: string }> {
  const delivery = sender.send(message as never)
  return new Promise((resolve) => {
    for (const outcome of ['accepted', 'rejected', 'released', 'modified'] as const) {
      const listener = (context: { delivery?: typeof delivery }) => {
        if (context.delivery !== delivery) return
        sender.off(outcome, listener)
        const state = delivery.remote_state as { error?: { condition: string } } | undefined
        resolve({ outcome, ...(state?.error && { error: state.error.condition }) })
      }
      sender.on(outcome, listener)
    }
  })
}

export interface Received {
  readonly message: rhea.Message
  readonly delivery: rhea.Delivery
}

/** Asks for messages and resolves when as many have arrived. */
export function receive(receiver: Receiver, count: number): Promise<Received[]> {
  const received: Received[] = []
  return new Promise((resolve) => {
    const listener = ({ message, delivery }: rhea.EventContext) => {
      received.push({ message: message as rhea.Message, delivery: delivery as rhea.Delivery })
      if (received.length < count) return
      receiver.off('message', listener)
      resolve(received)
    }
    receiver.on('message', listener)
    receiver.add_credit(count)
  })
}
