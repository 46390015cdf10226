/** Records calls of a catalog for a time, at an owner's request. Otherwise a call costs the check of one flag. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { hourMs } from '../../../shared/lib/time/durations.ts'
import type { CallLogRequest, CallLogState, CallRecording, RecordedCall } from '../../contract/access/call-log.ts'
import type { KeptCall } from '../../contract/access/explanation.ts'
import { type CallRecord, copyCall } from '../calls/index.ts'
import { limitContent } from './limit-content.ts'

/** How long recorded calls are kept after the end of a recording. */
const keptMs = hourMs

interface Entry {
  recording: CallRecording
  /** The calls that the recording covered, recorded or not. */
  seen: number
  calls: RecordedCall[]
  explanations: Map<string, KeptCall>
  isRunning: boolean
}

export function openCallLog(clock: Clock, explain: (call: CallRecord) => KeptCall | undefined) {
  const entries = new Map<string, Entry>()
  /** Returns how a recorded call was decided. */
  const find = (id: string) => [...entries.values()].flatMap((each) => each.explanations.get(id) ?? [])[0]
  /** `isRunning`: whether a recording runs, in any catalog. */
  const log = { isRunning: false, add, handle, find }
  return log

  /** Adds a call to the recording of its catalog, if the recording covers it. */
  function add(call: CallRecord): void {
    const { org, catalog } = call.location
    const entry = entries.get(`/${org}/${catalog}`)
    if (!entry?.isRunning || !isCovered(call, entry.recording)) return
    const { oneIn, maxCalls, until } = entry.recording
    if (call.at >= until) return void end(entry)

    const isSkipped = entry.seen % oneIn !== 0
    entry.seen += 1
    if (isSkipped) return
    const content = call.readContent?.()
    if (content === 'none') return
    entry.calls.push({ ...copyCall(call), content })
    const explanation = call.evidence && explain(call)
    if (explanation) entry.explanations.set(call.requestId, explanation)
    if (entry.calls.length >= maxCalls) end(entry)
  }

  /** Starts, stops or lists the recording of a catalog. A start drops the calls of the last recording. */
  function handle(request: CallLogRequest): CallLogState {
    dropOutdated()
    if (request.do === 'start') entries.set(request.catalog, begin(request.recording))
    if (request.do === 'stop') entries.delete(request.catalog)
    updateFlag()
    const entry = entries.get(request.catalog)
    return {
      recording: entry?.recording,
      isRunning: entry?.isRunning === true,
      calls: limitContent(entry?.calls.toReversed() ?? []),
    }
  }

  function dropOutdated(): void {
    const now = clock()
    for (const [catalog, entry] of entries) {
      if (entry.recording.until <= now) end(entry)
      if (entry.recording.until + keptMs <= now) entries.delete(catalog)
    }
  }

  function end(entry: Entry): void {
    entry.isRunning = false
    updateFlag()
  }

  function updateFlag(): void {
    log.isRunning = [...entries.values()].some((entry) => entry.isRunning)
  }
}

function begin(recording: CallRecording): Entry {
  return { recording, seen: 0, calls: [], explanations: new Map(), isRunning: true }
}

function isCovered({ location, client }: CallRecord, { api, application }: CallRecording): boolean {
  if (api !== undefined && location.api !== api) return false
  return application === undefined || client?.application.name === application
}
