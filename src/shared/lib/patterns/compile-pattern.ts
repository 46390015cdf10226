/**
 * Compiles regular expressions that documents and users bring, so that no text keeps the thread busy.
 *
 * V8 tests a text that is short enough for the choices of the expression. RE2 tests longer texts. What RE2 cannot run,
 * and what would take it long, V8 tests within a limited time.
 */
import { findBacktrackingLimit } from './backtracking-bound.ts'
import { compileLinearExpression, type LinearExpression } from './linear-expression.ts'
import { maxTestMs, testInTime } from './timed-expression.ts'

/** RE2 takes up to 100 ns for each of these steps. */
const maxLinearSteps = 200_000

export interface Pattern {
  /** Returns whether the text matches. Throws a `PatternTimeoutError` when that cannot be found in time. */
  test(text: string): boolean
  /** Returns the expression, `/a+/i`. */
  toString(): string
}

/** Compiles an expression. Throws a `SyntaxError` for an invalid one. */
export function compilePattern(source: string, flags: '' | 'i' = ''): Pattern {
  const expression = new RegExp(source, flags)
  const limit = findBacktrackingLimit(source)
  let linear: LinearExpression | undefined | null = null
  return {
    test(text) {
      if (text.length <= limit) return expression.test(text)
      if (linear === null) linear = compileLinearExpression(expression)
      return linear && text.length * linear.size <= maxLinearSteps && hasSameMeaning(text, flags)
        ? linear.test(text)
        : testInTime(expression, text)
    },
    toString: () => String(expression),
  }
}

/**
 * Returns a sentence about an expression that no linear engine can run, whose tests of long texts can therefore be
 * ended early; undefined for other expressions. Throws a `SyntaxError` for an invalid expression.
 */
export function describeTimedPattern(source: string, flags: '' | 'i' = ''): string | undefined {
  const expression = new RegExp(source, flags)
  const limit = findBacktrackingLimit(source)
  if (limit === Number.POSITIVE_INFINITY || compileLinearExpression(expression)) return undefined
  const clipped = source.length > 80 ? `${source.slice(0, 80)}…` : source
  return (
    `the regular expression ${clipped} cannot run in linear time, because of look-around, a back reference or many ` +
    `repetitions: a text of more than ${limit} characters is rejected when its test takes more than ${maxTestMs} ms`
  )
}

/** RE2 compares code points and folds case as Unicode does; V8 compares UTF-16 code units without the flag u. */
function hasSameMeaning(text: string, flags: string): boolean {
  return !(flags === 'i' ? /[^\0-\x7f]/ : /[\ud800-\udfff]/).test(text)
}
