/**
 * Follows calls for commands that ask again and again. A worker gathers the calls between two requests of a command, so
 * many at most: a slow reader misses calls and does not slow the worker. While no command follows, a call costs the
 * check of one flag.
 */
import { matchesWildcard } from '../../../shared/lib/text/wildcard.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { FollowedCalls, FollowRequest } from '../../contract/access/call-log.ts'
import { type CallRecord, copyCall } from '../calls/index.ts'

const maxGathered = 1_000
const maxFollowers = 8
/** A command that does not ask for so long has ended. */
const silentMs = 10_000

interface Follower extends FollowedCalls {
  filter: FollowRequest['filter']
  readAt: number
}

export function openCallTail(clock: Clock) {
  const followers = new Map<string, Follower>()
  /** `isOpen`: whether a command follows calls. */
  const tail = { isOpen: false, add, read }
  return tail

  /** Adds a call for the commands whose filters it passes. */
  function add(call: CallRecord): void {
    for (const [id, follower] of followers) {
      if (follower.readAt + silentMs < call.at) close(id)
      else if (!passes(call, follower.filter)) continue
      else if (follower.calls.length < maxGathered) follower.calls.push(copyCall(call))
      else follower.dropped += 1
    }
  }

  /** Returns the calls since the last request of the same follower, and ends it where the request says so. */
  function read({ follower: id, filter, ends }: FollowRequest): FollowedCalls {
    const now = clock()
    for (const [key, { readAt }] of followers) if (readAt + silentMs < now) close(key)
    const { calls, dropped } = followers.get(id) ?? { calls: [], dropped: 0 }
    if (ends) close(id)
    else if (!followers.has(id) && followers.size >= maxFollowers)
      throw new Error(`${maxFollowers} commands follow calls already: end one of them`)
    else followers.set(id, { filter, readAt: now, calls: [], dropped: 0 })
    tail.isOpen = followers.size > 0
    return { calls, dropped }
  }

  function close(id: string): void {
    followers.delete(id)
    tail.isOpen = followers.size > 0
  }
}

function passes({ location, client, status, path, totalMs }: CallRecord, filter: FollowRequest['filter']): boolean {
  const { api, application, status: wanted, path: pattern, slowerMs } = filter
  if (slowerMs !== undefined && totalMs < slowerMs) return false
  if (api !== undefined && location.api !== api && location.api?.split(':', 1)[0] !== api) return false
  if (application !== undefined && client?.application.name !== application) return false
  if (wanted !== undefined && !String(status).startsWith(wanted.replace(/x/gi, ''))) return false
  return pattern === undefined || matchesWildcard(pattern, path, { any: '*' })
}
