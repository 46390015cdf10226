/** A running queue manager for one test, without the installation around it. */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { loadPartRows } from '../../../../src/mq/manager/installation/part-rows.ts'
import { QueueManagerConnection } from '../../../../src/mq/manager/mqi/queue-manager-connection.ts'
import { initialAttributes } from '../../../../src/mq/manager/objects/definitions/object-definition.ts'
import { buildSystemObjects, objectDefinitions } from '../../../../src/mq/manager/objects/object-definitions.ts'
import {
  RunningQueueManager,
  type RunningQueueManagerDeps,
} from '../../../../src/mq/manager/running/running-queue-manager.ts'
import type { MessageStore } from '../../../../src/mq/manager/store/message-store.ts'
import {
  createSqliteStore,
  openSqliteStore,
  type StoreFileOptions,
} from '../../../../src/mq/manager/store/sqlite/sqlite-store.ts'
import type { AttributeValue, Connection, Principal } from '../../../../src/mq/manager/types/connection.ts'
import { MqError } from '../../../../src/mq/manager/types/errors.ts'
import type { NewMessage } from '../../../../src/mq/manager/types/message.ts'
import type { QueueManager } from '../../../../src/mq/manager/types/queue-manager.ts'
import type { ObjectKind, ObjectRecord } from '../../../../src/mq/manager/types/services.ts'
import { mqParts } from '../../../../src/mq/parts.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { folderFor } from './folder.ts'
import { openMemoryMessageStore } from './memory-message-store.ts'

export const admin: Principal = { name: 'admin', groups: ['mqm'], privileged: true }
export const created = Date.UTC(2024, 0, 1)
const { openNetwork } = await loadPartRows(mqParts)

/** Opens the network with the channels of the parts, without channel types of others. */
export const openTestNetwork: RunningQueueManagerDeps['openNetwork'] = (given) => {
  const queueManager = { name: given.running.name } as QueueManager
  return openNetwork({ ...given, queueManager, channelTypes: {}, verifyPassword: undefined })
}

export interface Bench {
  readonly running: RunningQueueManager
  readonly connection: Connection
  /** Moves the clock. */
  pass(milliseconds: number): void
  connect(principal: Principal): Connection
  define(kind: ObjectKind, type: string, name: string, attributes?: Record<string, AttributeValue>): Promise<void>
}

export interface BenchOptions extends Partial<Pick<RunningQueueManagerDeps, 'disk' | 'timers' | 'log'>> {
  /** The name of the queue manager; QM1 when undefined. */
  name?: string
}

/** A queue manager in memory, with the objects that every queue manager has. */
export function benchFor(t: ExecutionContext, options: BenchOptions = {}): Bench {
  const store = openMemoryMessageStore()
  void addSystemObjects(store, options.name) // a store in memory applies changes at once
  return benchOver(t, store, options)
}

/** The same on disk; `reopen` ends it, if it has not died, and starts it again. */
export async function diskBenchFor(
  t: ExecutionContext,
  options: Partial<StoreFileOptions> = {},
  manager: BenchOptions = {},
) {
  const file = join(folderFor(t), 'messages.db')
  const store = await createSqliteStore(file, { created, ...options })
  await addSystemObjects(store, manager.name)
  let bench = benchOver(t, store, manager)
  return {
    file,
    get bench() {
      return bench
    },
    async reopen(): Promise<Bench> {
      await bench.running.close()
      bench = benchOver(t, await openSqliteStore(file, { created, ...options }), manager)
      return bench
    },
  }
}

export function benchOver(
  t: ExecutionContext,
  store: MessageStore,
  { name = 'QM1', ...options }: BenchOptions = {},
): Bench {
  let now = created + 1_000_000
  const clock = () => now
  const running = new RunningQueueManager({
    name,
    created,
    store,
    clock,
    log: silentLog,
    listenerPort: 0,
    openNetwork: openTestNetwork,
    ...options,
    status: () => ({
      state: 'running',
      startedAt: created,
      connections: 0,
      installation: 'Installation1',
      folder: '',
      pid: process.pid,
    }),
  })
  t.teardown(() => running.close())
  const connect = (principal: Principal) =>
    new QueueManagerConnection({ name } as QueueManager, running, principal, { name: 'test' })
  return {
    running,
    connection: connect(admin),
    connect,
    pass: (milliseconds) => {
      now += milliseconds
    },
    async define(kind, type, name, attributes = {}) {
      await running.objects.save(record(kind, type, name, attributes, clock()))
    },
  }
}

export function text(body: string, more: Partial<NewMessage> = {}): NewMessage {
  return { body: Buffer.from(body), format: 'MQSTR', ...more }
}

/** Asserts that a call fails with an MQ reason code. */
export async function refuses(t: ExecutionContext, call: Promise<unknown>, reasonCode: number): Promise<MqError> {
  const error = await t.throwsAsync(call, { instanceOf: MqError })
  t.is(error.reasonCode, reasonCode, error.message)
  return error
}

/** Settles when what was committed in this turn of the event loop is on disk. */
export function committed(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

export function addSystemObjects(store: MessageStore, name = 'QM1'): Promise<void> {
  const objects = buildSystemObjects(name, () => created)
  return store.commit(objects.map((each, place) => ({ type: 'saveObject', object: { id: place + 1, record: each } })))
}

function record(
  kind: ObjectKind,
  type: string,
  name: string,
  more: Record<string, AttributeValue>,
  now: number,
): ObjectRecord {
  const attributes = { ...initialAttributes(objectDefinitions[kind], type), ...more }
  return { kind, name, type, attributes, created: now, altered: now }
}
