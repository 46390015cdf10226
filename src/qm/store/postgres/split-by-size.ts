/** Divides preserved messages among commits, because a commit needs the memory of a copy of its bodies. */
import type { PreservedMessage } from '../message-store.ts'

/** The maximum size in bytes of the bodies in one commit of preserved messages. */
const maxPreservedBytes = 64 * 1_048_576

/** Returns the messages in their order in groups of at most 64 MiB. A message with a larger body is a group of its own. */
export function splitBySize(messages: readonly PreservedMessage[]): PreservedMessage[][] {
  const groups: PreservedMessage[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const message of messages) {
    if (bytes + message.body.length > maxPreservedBytes) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)?.push(message)
    bytes += message.body.length
  }
  return groups
}
