/** The scheduled transfers of an agent. Each start is put to the command queue in the commit that records it. */
import type { UnitOfWork } from '../../../../manager/index.ts'
import { readLocalTimeZone } from '../../zoned-time.ts'
import { agentAddress } from '../config/agent-settings.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { commitTogether, Journal, type LoadedJournal, selectJournals } from '../queues/journal.ts'
import { putCommand } from '../queues/messages.ts'
import { type AgentCommand, CommandRejectedError } from '../types/command.ts'
import { agentQueueName, topics } from '../types/names.ts'
import type { ScheduleStatus } from '../types/publications.ts'
import type { ScheduleRequest, ScheduleSpec, TransferRequest } from '../types/request.ts'
import { findNextStart } from './find-next-start.ts'
import { resolveSchedule } from './resolve-schedule.ts'

const prefix = 'schedule:'

type ScheduleRecord =
  | { kind: 'schedule'; spec: ScheduleSpec; request: TransferRequest }
  /** The schedule has started so many transfers, and `next` is the index of the next start. */
  | { kind: 'progress'; next: number; runs: number }

interface Scheduled extends Pick<ScheduleStatus, 'id' | 'spec' | 'nextAt' | 'runs'> {
  readonly request: TransferRequest
  journal: Journal
  next: number
  cancelTimer: () => void
}

export class Schedules {
  readonly #deps: AgentDeps
  readonly #scheduled = new Map<string, Scheduled>()
  #isClosed = false

  /** Continues the schedules of the journals. A start that was missed happens once, now. */
  constructor(journals: ReadonlyMap<string, LoadedJournal>, deps: AgentDeps) {
    this.#deps = deps
    for (const { id, journal, records } of selectJournals<ScheduleRecord>(journals, prefix, 'schedule')) {
      const { spec, request } = records[0] as Extract<ScheduleRecord, { kind: 'schedule' }>
      const last = records.findLast((record) => record.kind === 'progress')
      const start = findNextStart(spec, last?.next ?? 0, Number.NEGATIVE_INFINITY)
      if (!start) continue
      const { index: next, at: nextAt } = start
      this.#arm({ id, spec, request, journal, runs: last?.runs ?? 0, next, nextAt, cancelTimer: () => {} })
    }
  }

  get size(): number {
    return this.#scheduled.size
  }

  /** Adds a schedule in the unit of work of its command. Returns what follows; may throw `CommandRejectedError`. */
  async add(
    id: string,
    schedule: ScheduleRequest,
    request: TransferRequest,
    unit: UnitOfWork,
  ): Promise<() => Promise<void>> {
    const { connection, settings, clock } = this.#deps
    const spec = resolveTimes(schedule, clock())
    const journal = new Journal(connection, agentQueueName('STATE', settings.name), prefix + id)
    await journal.append(unit, { kind: 'schedule', spec, request } satisfies ScheduleRecord)
    return async () => {
      this.#arm({ id, spec, request, journal, next: 0, nextAt: spec.startAt, runs: 0, cancelTimer: () => {} })
      await this.publish()
    }
  }

  /** Removes a schedule in the unit of work that removes its command. Call `after` after the commit. */
  async remove(id: string, unit: UnitOfWork): Promise<{ readonly request: TransferRequest; after(): Promise<void> }> {
    const found = this.#scheduled.get(id)
    if (!found) throw new CommandRejectedError(`BFGCL0521E: the agent has no scheduled transfer ${id}.`)
    await found.journal.clear(unit)
    const after = async () => {
      found.cancelTimer()
      this.#scheduled.delete(id)
      await this.publish()
    }
    return { request: found.request, after }
  }

  async publish(): Promise<void> {
    const { settings, publisher } = this.#deps
    const agent = agentAddress(settings)
    const schedules = [...this.#scheduled.values()].map(describeSchedule)
    await publisher.publish(topics.schedules(settings.name), { agent, schedules }, { retain: true })
  }

  close(): void {
    this.#isClosed = true
    for (const { cancelTimer } of this.#scheduled.values()) cancelTimer()
  }

  #arm(scheduled: Scheduled): void {
    this.#scheduled.set(scheduled.id, scheduled)
    const wait = Math.max(0, scheduled.nextAt - this.#deps.clock())
    scheduled.cancelTimer = this.#deps.timers.after(wait, () => {
      // The clock may have been set back since.
      if (scheduled.nextAt > this.#deps.clock()) this.#arm(scheduled)
      else void this.#start(scheduled)
    })
  }

  async #start(scheduled: Scheduled): Promise<void> {
    const { connection, settings, clock, log } = this.#deps
    if (this.#scheduled.get(scheduled.id) !== scheduled) return // removed before another try
    const next = findNextStart(scheduled.spec, scheduled.next + 1, clock())
    const command: AgentCommand = { type: 'transfer', request: scheduled.request }
    try {
      await commitTogether(connection, async (unit) => {
        await putCommand(connection, agentAddress(settings), command, { unitOfWork: unit })
        if (next) {
          const record = { kind: 'progress', next: next.index, runs: scheduled.runs + 1 } as const
          await scheduled.journal.append(unit, record satisfies ScheduleRecord)
        } else await scheduled.journal.clear(unit)
      })
    } catch (error) {
      if (this.#isClosed) return
      log.warn({ err: error, schedule: scheduled.id }, 'a scheduled transfer could not start and is tried again')
      scheduled.cancelTimer = this.#deps.timers.after(retryMs, () => void this.#start(scheduled))
      return
    }
    if (this.#scheduled.get(scheduled.id) !== scheduled) return // removed meanwhile
    if (next) this.#arm({ ...scheduled, next: next.index, nextAt: next.at, runs: scheduled.runs + 1 })
    else this.#scheduled.delete(scheduled.id)
    await this.publish()
  }
}

const retryMs = 5000

/** Throws `CommandRejectedError`. */
function resolveTimes(schedule: ScheduleRequest, now: number): ScheduleSpec {
  try {
    return resolveSchedule(schedule, readLocalTimeZone(), now)
  } catch (error) {
    throw new CommandRejectedError(`BFGCL0520E: the schedule is not valid: ${(error as Error).message}.`)
  }
}

function describeSchedule({ id, spec, request, nextAt, runs }: Scheduled): ScheduleStatus {
  const { jobName, destinationAgent, originator, items } = request
  const sources = items.map(({ source }) => source.name)
  const destinations = items.map(({ destination }) => destination.name)
  return { id, spec, jobName, destinationAgent, originator, nextAt, runs, sources, destinations }
}
