/** Lists what documents do here: what they say, less, or what they cannot; from the problems of the loader. */

import { allSteps } from '../openapi/schemas/referenced-schemas.ts'
import { renderProblems } from '../text/problem-list.ts'
import type { Api, Config, Problem, SourceLocation } from '../types/index.ts'
import { policyDifferences } from './policy-differences.ts'

/** A policy that differs wherever it stands, at the first place of it. */
export interface UsedDifference extends SourceLocation {
  policy: string
  /** The number of steps of the policy in the documents. */
  count: number
  text: string
}

export interface Differences {
  files: readonly string[]
  /** The files that do what they say. */
  asWritten: readonly string[]
  less: readonly Problem[]
  /** What calls, or the gateway at its start, reject; each problem says what to do. */
  cannot: readonly Problem[]
  /** What policies of API Connect do in another way. */
  policies: readonly UsedDifference[]
}

/** Returns what `files` do. `apis` are the APIs that came from API Connect, whose policies are compared. */
export function listDifferences(
  files: readonly string[],
  problems: readonly Problem[],
  apis: readonly Api[] = [],
): Differences {
  const wanted = new Set(files)
  const own = problems.filter(({ file }) => wanted.has(file))
  const less = own.filter(({ effect }) => effect === 'less')
  const cannot = own.filter(({ effect, severity }) => severity === 'error' || effect === 'cannot')
  const different = new Set([...less, ...cannot].map(({ file }) => file))
  const asWritten = files.filter((file) => !different.has(file))
  return { files, asWritten, less, cannot, policies: findUsedDifferences(apis) }
}

/** Returns the APIs of all catalogs, each once. */
export function listApis({ catalogs }: Config): Api[] {
  return [...new Map(catalogs.flatMap(({ apis }) => apis).map((api) => [api.location.file, api])).values()]
}

function findUsedDifferences(apis: readonly Api[]): UsedDifference[] {
  const steps = apis.flatMap(({ assembly: { execute, catch: clauses, finally: last } }) =>
    allSteps([...execute, ...clauses, ...last]),
  )
  const texts = new Map(
    Object.entries(policyDifferences).flatMap(([names, { less }]) => names.split(', ').map((each) => [each, less])),
  )
  const byPolicy = Map.groupBy(steps, ({ policy }) => policy)
  return [...byPolicy].flatMap(([policy, all]) => {
    const text = texts.get(policy)
    const [first] = all
    return text !== undefined && first ? [{ ...first.location, policy, count: all.length, text }] : []
  })
}

/** Returns the lines of the list; none when all documents do what they say. */
export function renderDifferences({ files, asWritten, less, cannot, policies }: Differences): string[] {
  if (less.length + cannot.length + policies.length === 0) return []
  const section = (title: string, lines: readonly string[]) => (lines.length > 0 ? [`${title}:`, ...lines] : [])
  return [
    `does what it says: ${asWritten.length} of ${files.length} documents`,
    ...section('does less', [...renderProblems(less), ...policies.map(renderUsedDifference)]),
    ...section('cannot', renderProblems(cannot)),
  ]
}

function renderUsedDifference({ file, line, column, policy, count, text }: UsedDifference): string {
  return `${file}:${line}:${column} ${policy}: ${text}${count > 1 ? ` (${count} times in all documents)` : ''}`
}
