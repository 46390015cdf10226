/** Matches file names with the patterns of a monitor. */
import { compilePattern } from '../../../../../shared/lib/patterns/compile-pattern.ts'
import { matchesWildcard } from '../../../../../shared/lib/text/wildcard.ts'
import type { NamePattern } from '../types/command.ts'

/** Returns for each name whether it matches. Throws a `PatternTimeoutError` when a regular expression takes too long. */
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
  return (names) => names.map((name) => matchesWildcard(pattern, name))
}

function compileRegularExpression(source: string): NameMatcher {
  try {
    new RegExp(source)
  } catch (error) {
    throw new Error(`the regular expression "${source}" is not valid: ${(error as Error).message}`)
  }
  const pattern = compilePattern(`^(?:${source})$`)
  return (names) => names.map((name) => pattern.test(name))
}
