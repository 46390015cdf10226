/**
 * Triggering: a message that comes to a queue may cause a trigger message (MQTM) on an initiation queue, for a trigger
 * monitor that waits there to start the application.
 *
 * `FIRST`: when the queue is no longer empty. `DEPTH`: when TRIGDPTH messages are there, once. `EVERY`: each time.
 */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { MessageDraft, MessagePersistence } from '../persistence/message-persistence.ts'
import type { Queue } from '../queues/queue.ts'
import type { ObjectRecord } from '../types/services.ts'
import { encodeInteger, encodeText } from './mq-fields.ts'

export interface TriggerDeps {
  readonly objects: Pick<ObjectCatalog, 'find' | 'saveNow'>
  readonly delivery: Pick<MessagePersistence, 'put'>
  readonly clock: () => number
  find(queue: string): Queue | undefined
  reportFailure(error: unknown): void
}

/** MQAT_UNIX, when no process says otherwise. */
const unix = 6

/** Called for every message that has arrived on a queue with triggering. */
export function sendTriggerMessage(tools: TriggerDeps, queue: Queue, priority: number): void {
  const record = tools.objects.find('queue', queue.name)
  if (!record || !isDue(record, queue, priority)) return
  const initiation = tools.find(String(record.attributes.INITQ))
  // Without a monitor nobody would act on it.
  if (!initiation || initiation.openInputCount === 0) return

  if (record.attributes.TRIGTYPE === 'DEPTH') {
    const off = { ...record, attributes: { ...record.attributes, TRIGGER: 'NO' } }
    tools.objects.saveNow(off).committed.catch(tools.reportFailure)
  }
  const process = tools.objects.find('process', String(record.attributes.PROCESS))
  const draft = triggerMessage(record, process, queue.settings.defaultPersistent, tools.clock())
  tools.delivery.put([{ queue: initiation, draft }]).catch(tools.reportFailure)
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

/** MQTM version 1: 684 bytes. */
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
    ...{ body, persistent, messageId: undefined, correlationId: undefined, expiresAt: undefined },
    descriptor: {
      ...{ format: 'MQTRIG', priority: 0, putAt: now, userId: 'mqm', applicationName: 'sluice' },
      ...{ ccsid: 1208, backoutCount: 0 },
    },
  }
}
