/** Matches file names with the patterns of a monitor. */
import { Script } from 'node:vm'
import { compileWildcard } from '../files/wildcard.ts'
import type { NamePattern } from '../types/monitor-definition.ts'

/** Returns for each name whether it matches. Throws an `Error` when a regular expression takes too long. */
export type NameMatcher = (names: readonly string[]) => boolean[]

/** Compiles patterns. Throws an `Error` that says what is wrong with a regular expression. */
export function compileNamePattern({ syntax, include, exclude }: NamePattern): NameMatcher {
  const compile = syntax === 'wildcard' ? compileWildcardMatcher : compileRegularExpression
  const included = compile(include === '' ? (syntax === 'wildcard' ? '*' : '.*') : include)
  if (exclude === '') return included
  const excluded = compile(exclude)
  return (names) => {
    const [wanted, unwanted] = [included(names), excluded(names)]
    return wanted.map((matches, index) => matches && !unwanted[index])
  }
}

function compileWildcardMatcher(pattern: string): NameMatcher {
  const matches = compileWildcard(pattern)
  return (names) => names.map(matches)
}

/** The time for the names of one call. An expression like `(a+)+b` needs years for some names. */
const timeoutMs = 200

function compileRegularExpression(source: string): NameMatcher {
  try {
    new RegExp(source)
  } catch (error) {
    throw new Error(`the regular expression "${source}" is not valid: ${(error as Error).message}`)
  }
  // Only the execution of a script can be limited in time.
  const script = new Script('names.map((name) => expression.test(name))')
  return (names) => {
    const sandbox = { names, expression: new RegExp(`^(?:${source})$`) }
    try {
      return [...(script.runInNewContext(sandbox, { timeout: timeoutMs }) as boolean[])]
    } catch (error) {
      throw new Error(`the regular expression "${source}" takes longer than ${timeoutMs} ms`, {
        cause: error,
      })
    }
  }
}
