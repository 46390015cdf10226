/**
 * GET of the last hour: of a queue manager its connections and channels, of a queue its depth, rates and age.
 *
 * `since` is the `last` of an earlier answer; only what came after it is told then.
 */
import { MqError } from '../../qm/index.ts'
import { managerOf } from '../admin/manager.ts'
import { type Answer, type Call, json } from '../call/call.ts'
import { readInteger, readQuery } from '../http/query.ts'
import { withConnection } from './connect.ts'
import type { Sampler } from './sampler.ts'
import { gridMs, ManagerSeries } from './series.ts'

const never = new ManagerSeries()

export function history(sampler: Sampler) {
  function ofManager(call: Call): Answer {
    const { name } = managerOf(call)
    const [since, last] = span(call)
    const lines = (sampler.find(name) ?? never).manager(since, last)
    return json(200, { everyMs: gridMs, last, ...lines })
  }

  /** Told to those who may look at the queue. */
  async function ofQueue(call: Call): Promise<Answer> {
    const { name } = managerOf(call)
    const queue = call.params.queue as string
    const [since, last] = span(call)
    await requireDisplay(call, queue)
    const lines = (sampler.find(name) ?? never).queue(queue, since, last)
    return json(200, { everyMs: gridMs, last, ...lines })
  }

  function span(call: Call): [since: number, last: number] {
    const { since } = readQuery(call, ['since'])
    const last = sampler.now()
    return [readInteger('since', since, { min: 0, max: 9_999_999_999 }) ?? 0, last]
  }

  return { ofManager, ofQueue }
}

/** Throws the refusal of a principal who may not display the queue, or when there is none. */
async function requireDisplay(call: Call, queue: string): Promise<void> {
  if (call.principal.privileged) return
  await withConnection(call, queue, 'display', async (connection) => {
    const display = { command: 'display', qualifier: 'qlocal', name: queue, responseParameters: ['curdepth'] }
    const { completionCode, responses } = await connection.commandJson(display)
    if (completionCode < 2) return
    const reason = responses[0]?.reasonCode ?? 2035
    throw new MqError(reason, `DISPLAY failed with reason ${reason}`, { object: queue })
  })
}
