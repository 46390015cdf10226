/** A channel without instances of its own: SVRCONN, over which no client connects, because it is a channel of the MQI. */
import type { OpenChannel } from './channel.ts'

export const openPassiveChannel: OpenChannel = () => ({
  async start() {},
  async stop() {},
  status: () => [],
  async close() {},
})
