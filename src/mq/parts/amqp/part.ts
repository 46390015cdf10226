/** AMQP 1.0 for clients of queue managers: the channel type AMQP. */
import type { MqPart } from '../../part.ts'

export const amqpPart: MqPart = {
  name: 'amqp',
  loadChannelTypes: async () => ({ AMQP: (await import('./channel.ts')).openAmqpChannel }),
}
