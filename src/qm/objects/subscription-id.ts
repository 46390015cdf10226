/** Ids of subscriptions: 48 hexadecimal digits, made like the ids of messages. */
import { randomBytes } from 'node:crypto'

/** `AMQ `, the first twelve characters of the queue manager's name, and eight bytes that nobody else has. */
export function newSubscriptionId(manager: string): string {
  const head = Buffer.from(`AMQ ${manager.slice(0, 12).padEnd(12)}`, 'latin1')
  return Buffer.concat([head, randomBytes(8)])
    .toString('hex')
    .toUpperCase()
}
