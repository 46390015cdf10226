/** A transmission queue with the channels that empty it. */
import type { Connection } from '../../../qm/index.ts'
import { type DisplayedObject, displayObjects } from './display-objects.ts'

export type TransmissionRoute = { transmissionQueue: string; depth: number; channels: readonly RouteChannel[] }

export interface RouteChannel {
  name: string
  type: string
  connectionName: string
  /** The status that DISPLAY CHSTATUS shows; empty while the channel is inactive. */
  status: string
}

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
