/** Puts trigger messages (MQTM): FIRST when a queue is no longer empty, DEPTH at TRIGDPTH, EVERY for each. */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { MessageDraft, MessagePersistence } from '../persistence/message-persistence.ts'
import type { Queue } from '../queues/queue.ts'
import type { ObjectRecord } from '../types/services.ts'
import { decodeText, encodeInteger, encodeText } from './mq-fields.ts'

export interface TriggerDeps {
  readonly objects: Pick<ObjectCatalog, 'find' | 'saveNow'>
  readonly delivery: Pick<MessagePersistence, 'put'>
  readonly clock: () => number
  find(queue: string): Queue | undefined
  reportFailure(error: unknown): void
}

/** MQAT_UNIX, the default without a process definition. */
const unix = 6

/** Puts a trigger message if one is due. Must be called for every message that was put on a queue with triggering. */
export function sendTriggerMessage(deps: TriggerDeps, queue: Queue, priority: number): void {
  const record = deps.objects.find('queue', queue.name)
  if (record && isDue(record, queue, priority)) putTriggerMessage(deps, queue, record)
}

/** Puts a trigger message for a queue with messages, when its last reader closes it or a monitor begins to read. */
export function triggerAgain(deps: TriggerDeps, queue: Queue): void {
  const record = deps.objects.find('queue', queue.name)
  if (record?.attributes.TRIGGER !== 'YES' || queue.openInputCount > 0) return
  const least = { FIRST: 1, DEPTH: Number(record.attributes.TRIGDPTH ?? 1) }[String(record.attributes.TRIGTYPE)]
  if (least !== undefined && queue.depth >= least) putTriggerMessage(deps, queue, record)
}

function putTriggerMessage(deps: TriggerDeps, queue: Queue, record: ObjectRecord): void {
  const initiation = deps.find(String(record.attributes.INITQ))
  // Without a trigger monitor, no trigger message is put.
  if (!initiation || initiation.openInputCount === 0) return

  if (record.attributes.TRIGTYPE === 'DEPTH') {
    const off = { ...record, attributes: { ...record.attributes, TRIGGER: 'NO' } }
    deps.objects.saveNow(off).committed.catch(deps.reportFailure)
  }
  const process = deps.objects.find('process', String(record.attributes.PROCESS))
  const draft = triggerMessage(record, process, queue.settings.defaultPersistent, deps.clock())
  deps.delivery.put([{ queue: initiation, draft }]).catch(deps.reportFailure)
}

function isDue({ attributes }: ObjectRecord, queue: Queue, priority: number): boolean {
  if (attributes.TRIGGER !== 'YES' || priority < Number(attributes.TRIGMPRI ?? 0)) return false
  switch (attributes.TRIGTYPE) {
    case 'EVERY':
      return true
    case 'FIRST':
      return queue.depth === 1 && queue.openInputCount === 0
    case 'DEPTH':
      return queue.depth >= Number(attributes.TRIGDPTH ?? 1) && queue.openInputCount === 0
    default:
      return false
  }
}

export type TriggerMessage = { readonly queue: string; readonly data: string; readonly userData: string }

/** Parses an MQTM, or returns undefined for another message. */
export function parseTriggerMessage(body: Buffer): TriggerMessage | undefined {
  if (body.length < 684 || body.toString('latin1', 0, 4) !== 'TM  ') return undefined
  return { queue: decodeText(body, 8, 48), data: decodeText(body, 104, 64), userData: decodeText(body, 556, 128) }
}

/** Builds an MQTM version 1 of 684 bytes. */
function triggerMessage(
  { name, attributes }: ObjectRecord,
  process: ObjectRecord | undefined,
  persistent: boolean,
  now: number,
): MessageDraft {
  const of = process?.attributes ?? {}
  const body = Buffer.concat([
    encodeText('TM  ', 4),
    encodeInteger(1),
    encodeText(name, 48),
    encodeText(String(attributes.PROCESS ?? ''), 48),
    encodeText(String(attributes.TRIGDATA ?? ''), 64),
    encodeInteger(typeof of.APPLTYPE === 'number' ? of.APPLTYPE : unix),
    encodeText(String(of.APPLICID ?? ''), 256),
    encodeText(String(of.ENVRDATA ?? ''), 128),
    encodeText(String(of.USERDATA ?? ''), 128),
  ])
  return {
    body,
    persistent,
    messageId: undefined,
    correlationId: undefined,
    expiresAt: undefined,
    descriptor: {
      format: 'MQTRIG',
      priority: 0,
      putAt: now,
      userId: 'mqm',
      applicationName: 'sluice',
      ccsid: 1208,
      backoutCount: 0,
    },
  }
}
