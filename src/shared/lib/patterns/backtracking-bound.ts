/** Bounds the work of V8's engine: the product of an expression's choices is the number of ways to try. */
import { type PatternToken, readQuantifier, splitPattern } from './pattern-tokens.ts'

/** V8 takes about a millisecond for these steps. */
const maxSteps = 200_000

/** The bound of an expression: for a text of n characters the engine tries at most `factor * n ** degree` ways of at most `length` characters. */
type Bound = { readonly factor: number; readonly degree: number; readonly length: number }

const nothing: Bound = { factor: 1, degree: 0, length: 0 }
const one: Bound = { factor: 1, degree: 0, length: 1 }
const unbounded: Bound = { factor: Number.POSITIVE_INFINITY, degree: 0, length: Number.POSITIVE_INFINITY }

/** Returns the length up to which V8's engine needs about 1 ms: `Infinity` for `^[A-Z]{3}$`, 0 for `(a+)+b`. */
export function findBacktrackingLimit(source: string): number {
  const tokens = splitPattern(source)
  const { factor, degree, length } = new BoundReader(tokens).readAlternatives()
  const isAnchored = tokens[0]?.kind === 'start' && !hasAlternatives(tokens)
  const hasLength = Number.isFinite(length)
  const steps = factor * (hasLength ? Math.max(1, length) : 1)
  const power = degree + (hasLength ? 0 : 1) + (isAnchored ? 0 : 1)
  if (steps > maxSteps) return 0
  return power === 0 ? Number.POSITIVE_INFINITY : Math.floor((maxSteps / steps) ** (1 / power))
}

function hasAlternatives(tokens: readonly PatternToken[]): boolean {
  let depth = 0
  return tokens.some(({ kind }) => {
    if (kind === 'open') depth += 1
    if (kind === 'close') depth -= 1
    return kind === 'or' && depth === 0
  })
}

class BoundReader {
  readonly #tokens: readonly PatternToken[]
  #at = 0

  constructor(tokens: readonly PatternToken[]) {
    this.#tokens = tokens
  }

  readAlternatives(): Bound {
    let sum = this.#readSequence()
    while (this.#tokens[this.#at]?.kind === 'or') {
      this.#at += 1
      sum = add(sum, this.#readSequence())
    }
    return sum
  }

  #readSequence(): Bound {
    let product = nothing
    let before = { ...nothing, factor: 0 } // the look-around in front of all choices, which the engine tries once
    for (;;) {
      const token = this.#tokens[this.#at]
      if (!token || token.kind === 'or' || token.kind === 'close') return add(product, before)
      this.#at += 1
      const atom = this.#readAtom(token)
      const next = this.#tokens[this.#at]
      if (next?.kind === 'quantifier') {
        this.#at += 1
        product = multiply(product, repeat(atom, next.text))
      } else if (isLookAround(token) && product.factor === 1 && product.degree === 0) before = add(before, atom)
      else product = multiply(product, atom)
    }
  }

  #readAtom({ kind, text }: PatternToken): Bound {
    if (kind === 'start' || kind === 'end') return nothing
    // A back reference compares as many characters as its group has matched.
    if (kind === 'escape' && /^\\[1-9k]/.test(text)) return { factor: 1, degree: 1, length: Number.POSITIVE_INFINITY }
    if (kind !== 'open') return one
    const inner = this.readAlternatives()
    this.#at += 1
    return inner
  }
}

function isLookAround({ text }: PatternToken): boolean {
  return /^\(\?<?[=!]/.test(text)
}

function add(a: Bound, b: Bound): Bound {
  return { factor: a.factor + b.factor, degree: Math.max(a.degree, b.degree), length: Math.max(a.length, b.length) }
}

function multiply(a: Bound, b: Bound): Bound {
  return { factor: a.factor * b.factor, degree: a.degree + b.degree, length: a.length + b.length }
}

function repeat({ factor, degree, length }: Bound, quantifier: string): Bound {
  const { min, max } = readQuantifier(quantifier)
  const isFixed = factor === 1 && degree === 0 && Number.isFinite(length)
  if (max === Number.POSITIVE_INFINITY) return isFixed ? { factor: 1, degree: 1, length: max } : unbounded
  const ways = isFixed ? 1 : factor ** max
  return { factor: ways * (max - min + 1), degree: degree * max, length: max === 0 ? 0 : length * max }
}
