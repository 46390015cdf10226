/** Finds how a call was decided and what became of its messages: in memory, on disk, and at the other nodes that share the store. */
import type { Log } from '../../../shared/lib/output/log.ts'
import { minuteMs } from '../../../shared/lib/time/durations.ts'
import { openSemaphore } from '../../../shared/security/index.ts'
import type { Explanation, MessageMovement, RejectedCall } from '../../contract/access/explanation.ts'
import { findKeptCall, findRejectedCalls, removeOldCalls } from '../../telemetry/kept-calls/index.ts'
import type { NodeAnswer } from '../nodes/ask-nodes.ts'
import type { KeptCallSettings } from '../settings/settings.ts'
import type { RunningGateway } from '../workers/primary.ts'

export interface CallFinder {
  /** Returns the explanation of a call, by its id or that of a message or trace, of any node; undefined when it is not known. */
  find(id: string): Promise<Explanation | undefined>
  /** Returns the last rejected calls of an application on this node, in no particular order. */
  listRejected(about: { catalog: string; application: string }): Promise<RejectedCall[]>
  /** Returns what this node knows. The first id may be that of a call. */
  findHere(ids: readonly string[]): Promise<NodeAnswer>
}

/** The number of rejected calls of an application that are listed; calls on disk are read when the workers know fewer. */
const maxRejected = 50

/** More ids are not looked for: a call that puts a message, and those that took it, have few. */
const maxIds = 20

export function openCallFinder(
  workers: Pick<RunningGateway, 'requestAll' | 'requestOne' | 'nodes'>,
  kept: KeptCallSettings | undefined,
): CallFinder {
  const inTurn = openSemaphore({
    maxRunning: 2,
    maxWaiting: 50,
    createOverflowError: () => new Error('the gateway looks for too many calls at the same time: try again'),
  })

  async function findHere(ids: readonly string[]): Promise<NodeAnswer> {
    const [first = ''] = ids
    const [known, messages] = await Promise.all([
      workers.requestAll('explain', { requestId: first }),
      workers.requestAll('movements', { ids }),
    ])
    const explanation = known.find((each) => each !== undefined)
    return {
      explanation: explanation ?? (await inTurn(async () => kept && findKeptCall(kept.folder, first))),
      messages: messages.flat(),
    }
  }

  async function askOthers(ids: readonly string[]): Promise<NodeAnswer[]> {
    if (ids.length === 0 || (workers.nodes()?.length ?? 0) < 2) return []
    return inTurn(() => workers.requestOne('askNodes', { ids }))
  }

  return {
    findHere,
    async listRejected(about) {
      const recent = (await workers.requestAll('rejections', about)).flat()
      if (!kept || recent.length >= maxRejected) return recent
      return inTurn(() => addKeptRejections(recent, kept.folder, about)).catch(() => recent)
    },
    async find(written) {
      const id = /^(?:ID:)?[0-9a-f]{32,48}$/i.test(written) ? written.replace(/^ID:/i, '').toLowerCase() : written
      const here = await findHere([id])
      const ids = [id, ...listRelatedIds(here.messages)].slice(0, maxIds)
      const others = here.explanation && here.messages.length === 0 ? [] : await askOthers(ids)
      const messages = [here, ...others].flatMap((each) => each.messages)
      const further = listRelatedIds(messages)
        .filter((each) => each !== id)
        .slice(0, maxIds)
      const unasked = further.filter((each) => !ids.includes(each))
      if (further.length > 0) messages.push(...(await workers.requestAll('movements', { ids: further })).flat())
      messages.push(...(await askOthers(unasked)).flatMap((each) => each.messages))
      return addMessages([here, ...others].find(({ explanation }) => explanation)?.explanation, id, messages)
    },
  }
}

/** Adds the rejected calls on disk, because workers forget when they end. What workers know is enough without the disk. */
async function addKeptRejections(
  recent: readonly RejectedCall[],
  folder: string,
  about: { catalog: string; application: string },
): Promise<RejectedCall[]> {
  const older = await findRejectedCalls(folder, { ...about, most: maxRejected })
  const rejected = older.map(({ requestId, at, method, path, status, reason }) => {
    return { requestId, at, method, path, status, reason }
  })
  const all = [...new Map([...rejected, ...recent].map((each) => [each.requestId, each])).values()]
  return all.sort((a, b) => b.at - a.at).slice(0, maxRejected)
}

/** Returns the ids by which other calls name the same messages: theirs, or that of the trace of a batch or publication. */
function listRelatedIds(messages: readonly MessageMovement[]): string[] {
  return [...new Set(messages.flatMap(({ messageId, traceId }) => messageId ?? traceId ?? []))]
}

/** Returns the explanation with the messages, each movement once; that of the call that put them where none was kept. */
function addMessages(
  explanation: Explanation | undefined,
  id: string,
  found: readonly MessageMovement[],
): Explanation | undefined {
  const once = new Map(found.map((each) => [`${each.requestId} ${each.how}`, each]))
  const messages = [...once.values()].sort((a, b) => a.at - b.at)
  const call = messages.find(({ requestId }) => requestId === id) ?? messages[0]
  if (!call) return explanation
  if (explanation) return { ...explanation, messages }
  const { requestId, at, method, path, status, catalog, application } = call
  return { requestId, at, method, path, status, reason: 'served', catalog, application, checks: [], messages }
}

/** Removes kept calls that are old or too many, now and then. */
export function removeOldCallsRegularly(kept: KeptCallSettings | undefined, log: Log): NodeJS.Timeout | undefined {
  if (!kept) return undefined
  const remove = () => {
    removeOldCalls(kept.folder, { now: Date.now(), maxBytes: kept.maxBytes }).catch((error: unknown) =>
      log.warn({ err: error }, 'old calls could not be removed'),
    )
  }
  remove()
  return setInterval(remove, 10 * minuteMs).unref()
}
