/** AMQP 1.0 for clients of queue managers: the channel type AMQP. */
import type { HostedChannelTypes } from '../../manager/index.ts'
import { openAmqpChannel } from './channel.ts'

export const amqpChannelTypes: HostedChannelTypes = { AMQP: openAmqpChannel }
