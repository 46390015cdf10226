/** AMQPKA, the keep-alive interval of an AMQP channel, as the idle timeout of the open frame. */
import type { ObjectRecord } from '../qm/index.ts'

/** The interval for AMQPKA(AUTO), in milliseconds. */
const defaultKeepAliveMs = 180_000

/**
 * Returns the idle timeout in milliseconds that the server announces, or undefined for none. Clients send a frame within
 * this time, and rhea ends a connection that is silent for twice as long, AMQP 1.0 part 2, section 2.4.5.
 */
export function readIdleTimeoutMs(channel: ObjectRecord): number | undefined {
  const keepAliveMs = readKeepAliveMs(channel)
  return keepAliveMs > 0 ? Math.ceil(keepAliveMs / 2) : undefined
}

/** Returns the keep-alive interval in milliseconds; 0 for no limit. */
export function readKeepAliveMs({ attributes: { AMQPKA } }: ObjectRecord): number {
  return AMQPKA === 'AUTO' ? defaultKeepAliveMs : Number(AMQPKA)
}
