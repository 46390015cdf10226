/** A transmission queue with the channels that empty it. */
import type { TransmissionRoute } from '../../../contract/console/objects.ts'
import type { Connection } from '../../../qm/index.ts'
import { type DisplayedObject, displayObjects } from './display-objects.ts'

/** Returns every sending channel with its transmission queue under `XMITQ` and its status under `STATUS`. */
export async function listSendingChannels(connection: Connection): Promise<readonly DisplayedObject[]> {
  const channels = [
    ...(await displayObjects(connection, 'DISPLAY CHANNEL(*) CHLTYPE(SDR) CONNAME XMITQ')),
    ...(await displayObjects(connection, 'DISPLAY CHANNEL(*) CHLTYPE(SVR) CONNAME XMITQ')),
  ]
  const statuses = await displayObjects(connection, 'DISPLAY CHSTATUS(*) STATUS')
  const statusOf = new Map(statuses.map(({ CHANNEL, STATUS }) => [CHANNEL, STATUS]))
  return channels.map((channel) => ({ ...channel, STATUS: statusOf.get(channel.CHANNEL ?? '') ?? '' }))
}

export function buildTransmissionRoute(
  queue: DisplayedObject,
  channels: readonly DisplayedObject[],
): TransmissionRoute {
  return {
    transmissionQueue: String(queue.QUEUE),
    depth: Number(queue.CURDEPTH ?? 0),
    channels: channels
      .filter(({ XMITQ }) => XMITQ === queue.QUEUE)
      .map(({ CHANNEL, CHLTYPE, CONNAME, STATUS }) => ({
        name: String(CHANNEL),
        type: String(CHLTYPE),
        connectionName: String(CONNAME ?? ''),
        status: String(STATUS ?? ''),
      })),
  }
}
