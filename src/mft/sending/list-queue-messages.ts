/** Finds the messages of a source queue that one transfer moves. */
import type { Connection } from '../../qm/index.ts'

/** Less than MAXUMSGS, which limits the unit of work that removes the messages. */
const maxMessagesPerTransfer = 5_000
/** How many messages are looked at for those of a group. */
const maxBrowsedMessages = 50_000

/** The messages, in the order in which they are transferred. */
export interface ListedMessages {
  /** The total length of the messages in bytes. */
  size: number
  /** In hexadecimal digits. */
  messageIds: string[]
}

/** Lists the messages that are on a queue now: all, or those of a group by their sequence numbers. Throws when the queue cannot be read. */
export async function listQueueMessages(
  connection: Connection,
  queue: string,
  groupId: string | undefined,
): Promise<ListedMessages> {
  const messages =
    groupId === undefined
      ? await connection.list(queue, { limit: maxMessagesPerTransfer })
      : await browseGroup(connection, queue, groupId)
  return {
    size: messages.reduce((sum, { length }) => sum + length, 0),
    messageIds: messages.map(({ messageId }) => messageId.toString('hex')),
  }
}

async function browseGroup(connection: Connection, queue: string, groupId: string) {
  const found: { sequence: number; length: number; messageId: Buffer }[] = []
  const browser = connection.open(queue, { mode: 'browse' })
  try {
    for (let seen = 0; seen < maxBrowsedMessages && found.length < maxMessagesPerTransfer; seen += 1) {
      const message = await browser.browseNext()
      if (!message) break
      const { group, length, messageId } = message
      if (group?.id === groupId) found.push({ sequence: group.sequence, length, messageId })
    }
  } finally {
    browser.close()
  }
  return found.toSorted((a, b) => a.sequence - b.sequence)
}
