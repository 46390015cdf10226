/** Replaces variables in a task, without case: `${FilePath}`, `${FileName}`, `${FileName{token=1}{separator=.}}`. */
import type { ItemSpec, TransferRequest } from '../types/request.ts'
import type { ScannedFile } from './folder-scanner.ts'

export type Variables = ReadonlyMap<string, string>

/** Returns the variables of a file, with their names in lower case. */
export function fileVariables({ path, name, size, modified }: ScannedFile, agent: string, now: number): Variables {
  const [date = '', time = ''] = renderTime(modified)
  return new Map([
    ...agentVariables(agent, now),
    ['filepath', path],
    ['filename', name],
    ['filesize', String(size)],
    ['lastmodifieddate', date],
    ['lastmodifiedtime', time],
    ['lastmodifieddateutc', date],
    ['lastmodifiedtimeutc', time],
  ])
}

/** Returns the variables of a queue. */
export function queueVariables(queue: string, groupId: string | undefined, agent: string, now: number): Variables {
  return new Map([...agentVariables(agent, now), ['queuename', queue], ['groupid', groupId ?? '']])
}

function agentVariables(agent: string, now: number): Variables {
  const timestamp = renderTime(now).join('-')
  return new Map(Object.entries({ agentname: agent, currenttimestamp: timestamp, currenttimestamputc: timestamp }))
}

const reference = /\$\{(\w+)((?:\{(?:token|separator)=[^{}]*\})*)\}/g

function hasVariables(text: string): boolean {
  return text.search(reference) >= 0
}

/** Replaces the variables that exist; unknown ones stay. */
export function substituteVariables(text: string, variables: Variables): string {
  return text.replace(reference, (whole, name: string, options: string) => {
    const value = variables.get(name.toLowerCase())
    return value === undefined ? whole : selectToken(value, options)
  })
}

/** Returns an item with its variables replaced. A path that comes from a variable has no wildcards. */
export function substituteItem(item: ItemSpec, variables: Variables): ItemSpec {
  const { source, destination } = item
  return {
    ...item,
    source: {
      ...source,
      name: substituteVariables(source.name, variables),
      isLiteral: hasVariables(source.name) || source.isLiteral,
    },
    destination: { ...destination, name: substituteVariables(destination.name, variables) },
  }
}

/** Returns the request for several matches: the items of each, and the job name and metadata of the first one. */
export function buildTaskRequest(task: TransferRequest, matches: readonly Variables[]): TransferRequest {
  const first = matches[0] ?? new Map<string, string>()
  const usesFiles = task.items.some(({ source, destination }) => hasVariables(source.name + destination.name))
  const repeated = usesFiles ? matches : matches.slice(0, 1)
  const metadata = Object.entries(task.metadata).map(([name, value]) => [name, substituteVariables(value, first)])
  return {
    ...task,
    jobName: substituteVariables(task.jobName, first),
    metadata: Object.fromEntries(metadata) as Record<string, string>,
    items: repeated.flatMap((variables) => task.items.map((item) => substituteItem(item, variables))),
  }
}

function selectToken(value: string, options: string): string {
  const token = /\{token=(-?\d+)\}/.exec(options)?.[1]
  if (token === undefined) return value
  const separator = /\{separator=([^{}]*)\}/.exec(options)?.[1] || '.'
  const parts = value.split(separator)
  const index = Number(token)
  return parts.at(index > 0 ? index - 1 : index) ?? ''
}

/** Returns date and time in UTC, in characters that file names may have. */
function renderTime(at: number): [date: string, time: string] {
  const [date = '', time = ''] = new Date(at).toISOString().split('T')
  return [date, time.slice(0, 8).replaceAll(':', '-')]
}
