/** Channels between queue managers, listeners and channel initiators. */
import type { MqPart } from '../../part.ts'

export const channelsPart: MqPart = {
  name: 'channels',
  loadNetwork: async () => (await import('./open-network.ts')).openNetwork,
}
