/** Checks whether a monitored queue meets the trigger condition. */
import type { Connection } from '../../qm/index.ts'
import type { MonitorDefinition } from '../types/monitor-definition.ts'

/** The maximum number of messages that one poll browses. */
const maxMessages = 5000

/** Returns the group for which a transfer starts, or an empty object for all messages; undefined when there is none. */
export async function pollQueue(
  { resource, trigger }: MonitorDefinition,
  connection: Connection,
): Promise<{ readonly groupId?: string } | undefined> {
  if (trigger.type !== 'completeGroups') {
    const messages = await connection.list(resource, { limit: 1 })
    return messages.length > 0 ? {} : undefined
  }
  const groups = new Map<string, { count: number; length: number | undefined }>()
  const browser = connection.open(resource, { mode: 'browse' })
  try {
    for (let seen = 0; seen < maxMessages; seen += 1) {
      const message = await browser.browseNext()
      if (!message) break
      if (!message.group) continue
      const { id, sequence, isLast } = message.group
      const group = groups.get(id) ?? { count: 0, length: undefined }
      group.count += 1
      if (isLast) group.length = sequence
      groups.set(id, group)
      if (group.count === group.length) return { groupId: id }
    }
  } finally {
    browser.close()
  }
  return undefined
}
