/** AMQPKA, the keep-alive interval of an AMQP channel. */
import type { ObjectRecord } from '../qm/index.ts'

/** The interval for AMQPKA(AUTO), in milliseconds. */
const defaultKeepAliveMs = 180_000

/** Returns the keep-alive interval in milliseconds; 0 for no limit. */
export function readKeepAliveMs({ attributes: { AMQPKA } }: ObjectRecord): number {
  return AMQPKA === 'AUTO' ? defaultKeepAliveMs : Number(AMQPKA)
}
