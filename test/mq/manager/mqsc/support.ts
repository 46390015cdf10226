/** A queue manager in memory, as far as commands see one, and short ways to run commands on it. */
import { renderTextLines, runJsonCommand, runTextCommand } from '../../../../src/mq/manager/mqsc/index.ts'
import { buildSystemObjects } from '../../../../src/mq/manager/objects/object-definitions.ts'
import type {
  AttributeValue,
  CommandOutcome,
  JsonCommand,
  Principal,
} from '../../../../src/mq/manager/types/connection.ts'
import type { AuthorityRecord, ObjectRecord, QueueManagerServices } from '../../../../src/mq/manager/types/services.ts'

export const administrator: Principal = { name: 'admin', groups: [], privileged: true }
export const alice: Principal = { name: 'alice', groups: ['apps'], privileged: false }
export const noon = Date.UTC(2024, 4, 11, 12, 15, 30)

/** What a test may set behind a queue manager's back. */
export interface Facts {
  queues: Map<string, { depth?: number; openInput?: number; openOutput?: number }>
}

export interface Bench {
  runtime: QueueManagerServices
  facts: Facts
  /** Runs a command as text and answers its lines. */
  run(text: string, principal?: Principal): Promise<string[]>
  /** Runs a command as text and answers the whole outcome. */
  text(text: string, principal?: Principal): Promise<CommandOutcome>
  json(command: JsonCommand, principal?: Principal): Promise<CommandOutcome>
  /** The attributes that the only answer displays. */
  show(text: string): Promise<Record<string, AttributeValue>>
}

export function openBench(): Bench {
  const facts: Facts = { queues: new Map() }
  const runtime = memoryRuntime(facts)
  const text: Bench['text'] = (command, principal = administrator) => runTextCommand(runtime, principal, command)
  return {
    runtime,
    facts,
    text,
    run: async (command, principal) => (await text(command, principal)).responses.flatMap(renderTextLines),
    json: (command, principal = administrator) => runJsonCommand(runtime, principal, command),
    show: async (command) => Object.fromEntries((await text(command)).responses[0]?.attributes ?? []),
  }
}

function memoryRuntime(facts: Facts): QueueManagerServices {
  const clock = () => noon
  const records = new Map<string, ObjectRecord>()
  const keep = (record: ObjectRecord) => records.set(`${record.kind} ${record.name}`, record)
  for (const record of buildSystemObjects('QM1', clock, '/data/QM1')) keep(record)
  const authorities: AuthorityRecord[] = []
  const none = () => undefined

  return {
    name: 'QM1',
    clock,
    objects: {
      find: (kind, name) => records.get(`${kind} ${name}`),
      list: (kind) =>
        [...records.values()].filter((each) => each.kind === kind).sort((a, b) => (a.name < b.name ? -1 : 1)),
      revision: () => 0,
      async save(record) {
        keep(record)
        return record
      },
      async remove(kind, name) {
        records.delete(`${kind} ${name}`)
      },
    },
    queues: {
      revision: 0,
      find(name) {
        if (records.get(`queue ${name}`)?.type !== 'QLOCAL') return undefined
        const { depth = 0, openInput = 0, openOutput = 0 } = facts.queues.get(name) ?? {}
        return {
          name,
          depth,
          openInputCount: openInput,
          openOutputCount: openOutput,
          changedAt: 0,
          damagedCount: 0,
          uncommittedCount: 0,
          activity: { lastPutAt: undefined, lastGetAt: undefined, timeOnQueue: undefined },
          oldestPutAt: none,
          handles: () => [],
          async clear() {
            facts.queues.delete(name)
          },
        }
      },
    },
    listeners: { async start() {}, stop: async () => false, status: none },
    channels: {
      async start() {},
      async stop() {},
      status: () => [],
      saved: () => [],
      async ping() {},
      async resetSequence() {},
      async resolve() {},
    },
    initiators: { async start() {}, isRunning: () => true },
    connections: { list: () => [], handles: () => [], unitOfWorkStartedAt: () => undefined, stop: () => false },
    subscriptions: { status: none, findName: none },
    topics: { findTopicObjects: () => [], status: () => [], clearRetained: async () => false },
    authority: {
      allows: (principal, type, name, authority) =>
        principal.privileged ||
        authorities.some(
          (record) =>
            record.objectType === type &&
            (type === 'QMGR' || record.profile === name) &&
            record.entity.name === principal.name &&
            record.authorities.includes(authority),
        ),
      effective: () => [],
      list: () => authorities,
      async set({ profile, objectType, entity, add }) {
        authorities.push({ profile, objectType, entity, authorities: add })
      },
      async remove(profile, objectType, entity) {
        const at = authorities.findIndex(
          (each) => each.profile === profile && each.objectType === objectType && each.entity.name === entity.name,
        )
        return authorities.splice(at, at < 0 ? 0 : 1).length > 0
      },
    },
    reportCommandFailure: none,
    status: () => ({
      state: 'running',
      startedAt: noon,
      connections: 0,
      installation: 'Installation1',
      folder: '/data/QM1',
      pid: 1,
    }),
  }
}
