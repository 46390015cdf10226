/** Creates subscription ids: 48 hexadecimal digits in the form of message ids. */
import { randomBytes } from 'node:crypto'

/** Returns `AMQ `, the first twelve characters of the queue manager name, and eight random bytes. */
export function newSubscriptionId(manager: string): string {
  const head = Buffer.from(`AMQ ${manager.slice(0, 12).padEnd(12)}`, 'latin1')
  return Buffer.concat([head, randomBytes(8)])
    .toString('hex')
    .toUpperCase()
}
