/** Lists what documents do here: what they say, less, or what they cannot; from the problems of the loader. */
import { renderProblems } from '../text/problem-list.ts'
import { type Config, listSteps, type Problem } from '../types/index.ts'
import { policyDifferences } from './policy-differences.ts'

export interface Differences {
  files: readonly string[]
  /** The files that do what they say. */
  asWritten: readonly string[]
  less: readonly Problem[]
  /** What calls, or the gateway at its start, reject; each problem says what to do. */
  cannot: readonly Problem[]
}

/** Returns what `files` do. `config` has the APIs that came from API Connect, whose policies are compared. */
export function listDifferences(files: readonly string[], problems: readonly Problem[], config?: Config): Differences {
  const wanted = new Set(files)
  const own = problems.filter(({ file }) => wanted.has(file))
  const less = own.filter(({ effect }) => effect === 'less')
  const cannot = own.filter(({ effect, severity }) => severity === 'error' || effect === 'cannot')
  const different = new Set([...less, ...cannot].map(({ file }) => file))
  const asWritten = files.filter((file) => !different.has(file))
  return { files, asWritten, less: config ? [...less, ...listUsedDifferences(config, wanted)] : less, cannot }
}

/** Returns a problem for each policy that does less wherever it stands, at its first place in the files. */
function listUsedDifferences({ catalogs }: Config, files: ReadonlySet<string>): Problem[] {
  const all = catalogs.flatMap(({ apis }) => apis).filter(({ location }) => files.has(location.file))
  const apis = [...new Map(all.map((api) => [api.location.file, api])).values()]
  const steps = apis.flatMap(({ assembly }) => listSteps(assembly))
  const texts = Object.entries(policyDifferences).map(([names, { less }]) => ({ names: names.split(', '), less }))
  return [...Map.groupBy(steps, ({ policy }) => policy)].flatMap(([policy, [first, ...others]]): Problem[] => {
    const text = texts.find(({ names }) => names.includes(policy))?.less
    if (text === undefined || !first) return []
    const times = others.length > 0 ? ` (${others.length + 1} times in all documents)` : ''
    return [{ ...first.location, severity: 'warning', message: `${policy}: ${text}${times}`, effect: 'less' }]
  })
}

/** Returns the lines of the list; none when all documents do what they say. */
export function renderDifferences({ files, asWritten, less, cannot }: Differences): string[] {
  if (less.length + cannot.length === 0) return []
  return [
    `does what it says: ${asWritten.length} of ${files.length} documents`,
    ...(less.length > 0 ? ['does less:', ...renderProblems(less)] : []),
    ...(cannot.length > 0 ? ['cannot:', ...renderProblems(cannot)] : []),
  ]
}
