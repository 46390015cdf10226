/** The durable state of a receiving channel for one partner: its last batch, committed with the messages. */
import { noBatchId } from '../../../../manager/channels/channel.ts'
import type { RecordChange } from '../../../../manager/persistence/unit-of-work.ts'
import type { SavedChannelStatus } from '../../../../manager/types/network.ts'
import type { Position } from '../../protocol/handshake.ts'
import type { PartnerNames, SessionDeps } from '../session-deps.ts'

type Deps = Pick<SessionDeps, 'objects' | 'clock' | 'delivery'>

/** Returns the saved position of the last committed batch; sequence 0 before the first one. */
export function readPosition(channel: string, remoteManager: string, { objects }: Deps): Position {
  const saved = objects.findRecord('channel-state', recordName(channel, remoteManager))?.attributes ?? {}
  return { batchId: String(saved.LSTLUWID ?? noBatchId), sequence: Number(saved.LSTSEQNO ?? 0) }
}

/** Returns the change that saves a position, for the unit of work with the messages of the batch. */
export function changePosition(
  channel: string,
  { remoteManager, connectionName }: PartnerNames,
  { batchId, sequence }: Position,
  { objects, clock }: Deps,
): RecordChange {
  const now = clock()
  const name = recordName(channel, remoteManager)
  const attributes = { LSTSEQNO: sequence, LSTLUWID: batchId, RQMNAME: remoteManager, CONNAME: connectionName }
  return objects.prepareRecord({
    kind: 'channel-state',
    name,
    type: 'RECEIVED',
    created: now,
    altered: now,
    attributes,
  })
}

/** Saves a position without messages. */
export async function savePosition(
  channel: string,
  partner: PartnerNames,
  position: Position,
  deps: Deps,
): Promise<void> {
  const unit = deps.delivery.beginUnitOfWork()
  unit.addRecord(changePosition(channel, partner, position, deps))
  await unit.commit()
}

/** Returns the saved status of a channel for each partner. */
export function listPositions(channel: string, { objects }: Pick<SessionDeps, 'objects'>): SavedChannelStatus[] {
  return objects
    .listStored('channel-state')
    .filter(({ record }) => record.name.startsWith(`${channel} <`))
    .map(({ record: { attributes } }) => {
      const sequence = Number(attributes.LSTSEQNO)
      const batchId = String(attributes.LSTLUWID)
      return {
        isInDoubt: false,
        currentMessages: 0,
        currentSequence: sequence,
        currentBatchId: batchId,
        lastSequence: sequence,
        lastBatchId: batchId,
        transmissionQueue: '',
        connectionName: String(attributes.CONNAME),
        remoteManager: String(attributes.RQMNAME),
      }
    })
}

function recordName(channel: string, remoteManager: string): string {
  return `${channel} <${remoteManager}`
}
