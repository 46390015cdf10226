/** Loads what is known about both ends of a channel, and how fast it transfers messages. */
import { useRef } from 'react'
import { formatDateTime } from '../../../../../shared/ui/text/format.ts'
import { listManagers } from '../../kit/api/managers.ts'
import { displayObjects, type ObjectAttributes } from '../../kit/api/mqsc.ts'
import { isManagerReachable } from '../managers/manager-state-tag.tsx'
import type { ObjectRow } from '../screens/object-screen.ts'

/** One end of a channel, by MQSC keyword in lower case. */
export interface ChannelEnd {
  manager: string
  definition: ObjectAttributes
  /** The instances of DISPLAY CHSTATUS; none of an inactive channel. */
  instances: readonly ObjectAttributes[]
  /** The numbers on disk of DISPLAY CHSTATUS SAVED. */
  saved: ObjectAttributes
}

export interface ChannelState {
  here: ChannelEnd
  /** The end at a queue manager of this installation that the user may see. */
  partner: ChannelEnd | undefined
  /** The number of messages on the transmission queue. */
  waiting: number | undefined
}

export async function loadChannelState(manager: string, row: ObjectRow, signal: AbortSignal): Promise<ChannelState> {
  const { xmitq = '' } = row.attributes
  const [here, queues] = await Promise.all([
    loadEnd(manager, row, signal),
    xmitq === ''
      ? []
      : displayObjects(manager, { qualifier: 'qlocal', name: String(xmitq), responseParameters: ['curdepth'] }, signal),
  ])
  const names = [readStatus(here).rqmname, here.saved.rqmname, xmitq].filter((name) => name !== manager)
  const depth = queues[0]?.parameters?.curdepth
  return {
    here,
    partner: names.some(Boolean) ? await findPartner(names, row.name, signal) : undefined,
    waiting: typeof depth === 'number' ? depth : undefined,
  }
}

/** Returns the status of the only instance; without attributes for an inactive channel. */
export function readStatus({ instances }: ChannelEnd): ObjectAttributes {
  return instances[0] ?? {}
}

/** Returns the id of the batch that is in doubt. */
export function findDoubtfulBatch(end: ChannelEnd): string | undefined {
  const { indoubt, curluwid } = readStatus(end).indoubt === undefined ? end.saved : readStatus(end)
  return indoubt === 'YES' ? String(curluwid) : undefined
}

async function loadEnd(
  manager: string,
  { name, attributes }: Pick<ObjectRow, 'name' | 'attributes'>,
  signal: AbortSignal,
): Promise<ChannelEnd> {
  const query = { qualifier: 'chstatus', name }
  const [instances, saved] = await Promise.all([
    displayObjects(manager, { ...query, responseParameters: ['all', 'lsterror', 'nextrtry'] }, signal),
    displayObjects(manager, { ...query, parameters: { saved: 'yes' }, responseParameters: ['all'] }, signal),
  ])
  return {
    manager,
    definition: attributes,
    instances: instances.map(({ parameters = {} }) => parameters as ObjectAttributes),
    saved: (saved[0]?.parameters ?? {}) as ObjectAttributes,
  }
}

/** A partner that the user may not see is not shown. */
async function findPartner(names: readonly unknown[], name: string, signal: AbortSignal) {
  try {
    const manager = (await listManagers(signal)).find((each) => names.includes(each.name) && isManagerReachable(each))
    if (!manager) return undefined
    const query = { qualifier: 'channel', name, responseParameters: ['all'] }
    const [found] = await displayObjects(manager.name, query, signal)
    return found?.parameters && (await loadEnd(manager.name, { name, attributes: found.parameters }, signal))
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

export interface ChannelRates {
  /** Messages per second between two loads, the latest last. */
  messages: readonly number[]
  bytesPerSecond: number
}

type Counts = { session: string; at: number; messages: number; bytes: number }

const maxRates = 60

/** Returns the rates over the last loads. Counts begin at zero with each session. */
export function useChannelRates(state: ChannelState | undefined): ChannelRates {
  const known = useRef<{ state: ChannelState; counts: Counts; rates: ChannelRates }>(undefined)
  if (!state) return { messages: [], bytesPerSecond: 0 }
  const before = known.current
  if (before?.state === state) return before.rates

  const counts = readCounts(state.here.instances)
  const seconds = before ? (counts.at - before.counts.at) / 1000 : 0
  const isSame = before?.counts.session === counts.session && seconds > 0
  const rates = {
    messages: before
      ? [...before.rates.messages, isSame ? (counts.messages - before.counts.messages) / seconds : 0].slice(-maxRates)
      : [],
    bytesPerSecond: isSame ? (counts.bytes - before.counts.bytes) / seconds : 0,
  }
  known.current = { state, counts, rates }
  return rates
}

function readCounts(instances: readonly ObjectAttributes[]): Counts {
  const sum = (keyword: string) => instances.reduce((total, each) => total + Number(each[keyword] ?? 0), 0)
  return {
    session: instances.map(({ chstada, chstati, conname }) => `${chstada} ${chstati} ${conname}`).join(),
    at: performance.now(),
    messages: sum('msgs'),
    bytes: sum('bytssent') + sum('bytsrcvd'),
  }
}

/** Returns a date and a time of DISPLAY CHSTATUS as text; empty when they are blank. */
export function formatMoment(date: unknown, time: unknown): string {
  const moment = parseMoment(date, time)
  return moment ? formatDateTime(moment) : ''
}

/** Returns a date and a time of DISPLAY CHSTATUS, which are in UTC; undefined when they are blank. */
export function parseMoment(date: unknown, time: unknown): Date | undefined {
  return date ? new Date(`${date}T${String(time).replaceAll('.', ':')}Z`) : undefined
}
