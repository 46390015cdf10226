/** Reads the messages of several queues until none arrives for a time. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Message } from '../../manager/index.ts'
import type { ProgramConnection } from '../../runtime/index.ts'

export interface ReadOptions {
  /** Whether the messages stay on the queues; the reading then ends with the last message. */
  readonly browses: boolean
  /** How long to wait for a message; infinite without an end. */
  readonly waitMs: number
}

const pollMs = 250

export async function* readMessages(
  connection: ProgramConnection,
  queues: readonly string[],
  { browses, waitMs }: ReadOptions,
): AsyncGenerator<{ queue: string; message: Message }> {
  if (browses) {
    for (const queue of queues) yield* browseAll(connection, queue)
    return
  }
  let idleSince = performance.now()
  for (;;) {
    let found = false
    for (const queue of queues) {
      for (let message = await connection.get(queue); message; message = await connection.get(queue)) {
        found = true
        yield { queue, message }
      }
    }
    if (found) idleSince = performance.now()
    if (performance.now() - idleSince >= waitMs) return
    await delay(Math.min(pollMs, waitMs))
  }
}

async function* browseAll(
  connection: ProgramConnection,
  queue: string,
): AsyncGenerator<{ queue: string; message: Message }> {
  await connection.browse(queue)
  for (let message = await connection.browseNext(); message; message = await connection.browseNext())
    yield { queue, message }
}
