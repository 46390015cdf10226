/**
 * The durable state of a sending channel: the last batch that the partner confirmed, the batches in doubt, and the
 * names that the saved status shows. It is saved in the same commit that removes the messages of confirmed batches.
 */
import { noBatchId } from '../../../../manager/channels/channel.ts'
import type { RecordChange } from '../../../../manager/persistence/unit-of-work.ts'
import type { Position } from '../../protocol/handshake.ts'
import type { SessionDeps } from '../session-deps.ts'

/** A batch in doubt, as it is saved. */
export interface SavedBatch {
  readonly batchId: string
  readonly lastSequence: number
  /** The storage sequence numbers of the persistent messages. */
  readonly stored: readonly number[]
}

export interface SentPosition {
  /** The last batch that the partner confirmed. */
  readonly confirmed: Position
  /** The next sequence number, when RESET CHANNEL was run and no batch was sent since. */
  readonly resetTo: number | undefined
  readonly remoteManager: string
  readonly connectionName: string
  readonly queueName: string
  /** The batches in doubt, the oldest first. */
  readonly inDoubt: readonly SavedBatch[]
}

type Deps = Pick<SessionDeps, 'objects' | 'clock'>

/** Returns the saved state, or that of a channel that has sent nothing yet. */
export function readSentPosition(channel: string, { objects }: Pick<Deps, 'objects'>): SentPosition {
  const saved = objects.findRecord('channel-state', recordName(channel))?.attributes ?? {}
  return {
    confirmed: { batchId: String(saved.LSTLUWID ?? noBatchId), sequence: Number(saved.LSTSEQNO ?? 0) },
    resetTo: saved.RESETSEQ === undefined ? undefined : Number(saved.RESETSEQ),
    remoteManager: String(saved.RQMNAME ?? ''),
    connectionName: String(saved.CONNAME ?? ''),
    queueName: String(saved.XMITQ ?? ''),
    inDoubt: ((saved.INDOUBT ?? []) as readonly string[]).map(parseBatch),
  }
}

/** Returns the change that saves the state, for a unit of work. */
export function changeSentPosition(channel: string, position: SentPosition, { objects, clock }: Deps): RecordChange {
  const now = clock()
  return objects.prepareRecord({
    kind: 'channel-state',
    name: recordName(channel),
    type: 'SENT',
    created: now,
    altered: now,
    attributes: {
      LSTSEQNO: position.confirmed.sequence,
      LSTLUWID: position.confirmed.batchId,
      RQMNAME: position.remoteManager,
      CONNAME: position.connectionName,
      XMITQ: position.queueName,
      ...(position.resetTo !== undefined && { RESETSEQ: position.resetTo }),
      ...(position.inDoubt.length > 0 && { INDOUBT: position.inDoubt.map(renderBatch) }),
    },
  })
}

function recordName(channel: string): string {
  return `${channel} >`
}

function renderBatch({ batchId, lastSequence, stored }: SavedBatch): string {
  return `${batchId} ${lastSequence} ${renderRanges(stored)}`
}

function parseBatch(text: string): SavedBatch {
  const [batchId = '', lastSequence = '', ranges = ''] = text.split(' ')
  return { batchId, lastSequence: Number(lastSequence), stored: parseRanges(ranges) }
}

/** Renders ascending numbers as ranges, `17-66,70`, so that the state of a large batch stays small. */
function renderRanges(numbers: readonly number[]): string {
  const ranges: string[] = []
  const sorted = numbers.toSorted((a, b) => a - b)
  for (let place = 0; place < sorted.length; ) {
    const first = sorted[place] as number
    let end = place
    while (sorted[end + 1] === (sorted[end] as number) + 1) end++
    ranges.push(end === place ? String(first) : `${first}-${sorted[end]}`)
    place = end + 1
  }
  return ranges.join(',')
}

function parseRanges(text: string): number[] {
  if (text === '') return []
  return text.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
