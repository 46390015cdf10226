/**
 * From the text of a selector to a function of a message: one method per rule, the loosest binding first.
 *
 * Jakarta Messaging 3.1, section 3.8.1.1.
 */
import { like } from './like.ts'
import { SelectorFault, type Token, tokensOf } from './tokens.ts'
import { and, calculate, comparisons, type Expression, equals, not, or, sums, type Value } from './values.ts'

/** Parentheses, NOT and signs within each other. */
const deepest = 100
/** A chain of operators is as deep as it is long when it is computed. */
const longest = 2000

/** Throws a `SelectorFault` that says where it stopped. */
export function parseSelector(text: string): Expression {
  const tokens = tokensOf(text)
  if (tokens.length > longest) throw new SelectorFault(`it has more than ${longest} words`)
  return new Parser(tokens).whole()
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Expression {
    const expression = this.#or()
    if (this.#next.kind !== 'end') throw this.#unexpected('the end')
    return expression
  }

  #or(): Expression {
    let left = this.#and()
    while (this.#takes('word', 'OR')) left = both(or, left, this.#and())
    return left
  }

  #and(): Expression {
    let left = this.#not()
    while (this.#takes('word', 'AND')) left = both(and, left, this.#not())
    return left
  }

  #not(): Expression {
    return this.#nested(() => {
      if (!this.#takes('word', 'NOT')) return this.#predicate()
      const inner = this.#not()
      return (fields) => not(inner(fields))
    })
  }

  #predicate(): Expression {
    const left = this.#sum()
    const compare = this.#next.kind === 'symbol' ? comparisons[this.#next.text] : undefined
    if (compare) {
      this.#at++
      return both(compare, left, this.#sum())
    }
    if (this.#takes('word', 'IS')) {
      const negated = this.#takes('word', 'NOT')
      this.#expect('word', 'NULL')
      return (fields) => (left(fields) === undefined) !== negated
    }
    const negated = this.#takes('word', 'NOT')
    const test = this.#test(left, negated)
    return negated ? (fields) => not(test(fields)) : test
  }

  /** What follows a value, or the value itself. */
  #test(left: Expression, negated: boolean): Expression {
    if (this.#takes('word', 'BETWEEN')) return this.#between(left)
    if (this.#takes('word', 'IN')) return this.#in(left)
    if (this.#takes('word', 'LIKE')) return this.#like(left)
    if (negated) throw this.#unexpected('BETWEEN, IN or LIKE')
    return left
  }

  #between(left: Expression): Expression {
    const low = this.#sum()
    this.#expect('word', 'AND')
    const high = this.#sum()
    const { '>=': atLeast = or, '<=': atMost = or } = comparisons
    return both(and, both(atLeast, left, low), both(atMost, left, high))
  }

  #in(left: Expression): Expression {
    this.#expect('symbol', '(')
    const texts = [this.#string()]
    while (this.#takes('symbol', ',')) texts.push(this.#string())
    this.#expect('symbol', ')')
    return (fields) => {
      const value = left(fields)
      return typeof value === 'string' ? texts.some((text) => equals(value, text)) : undefined
    }
  }

  #like(left: Expression): Expression {
    const pattern = this.#string()
    const literally = this.#takes('word', 'ESCAPE') ? this.#string() : undefined
    if (literally !== undefined && [...literally].length !== 1)
      throw new SelectorFault('ESCAPE takes one character')
    const matches = like(pattern, literally)
    return (fields) => {
      const value = left(fields)
      return typeof value === 'string' ? matches(value) : undefined
    }
  }

  #sum(): Expression {
    let left = this.#product()
    for (let sum = this.#operator('+', '-'); sum; sum = this.#operator('+', '-')) {
      left = calculated(sum, left, this.#product())
    }
    return left
  }

  #product(): Expression {
    let left = this.#signed()
    for (let sum = this.#operator('*', '/'); sum; sum = this.#operator('*', '/')) {
      left = calculated(sum, left, this.#signed())
    }
    return left
  }

  #signed(): Expression {
    const sign = this.#operator('+', '-')
    if (!sign) return this.#primary()
    return this.#nested(() => calculated(sign, () => 0, this.#signed()))
  }

  #primary(): Expression {
    const token = this.#next
    this.#at++
    if (token.kind === 'number') return () => token.value
    if (token.kind === 'string') return () => token.text
    if (token.kind === 'name') return (fields) => fields(token.text)
    if (token.kind === 'word' && (token.text === 'TRUE' || token.text === 'FALSE')) {
      const value = token.text === 'TRUE'
      return () => value
    }
    if (token.kind === 'symbol' && token.text === '(') {
      const inner = this.#or()
      this.#expect('symbol', ')')
      return inner
    }
    this.#at--
    throw this.#unexpected('a value')
  }

  #string(): string {
    const token = this.#next
    if (token.kind !== 'string') throw this.#unexpected('a text in quotes')
    this.#at++
    return token.text
  }

  #operator(...symbols: string[]) {
    const symbol = symbols.find((each) => this.#takes('symbol', each))
    return symbol && sums[symbol]
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token
  }

  #takes(kind: Token['kind'], text: string): boolean {
    const taken = this.#next.kind === kind && this.#next.text === text
    if (taken) this.#at++
    return taken
  }

  #expect(kind: Token['kind'], text: string): void {
    if (!this.#takes(kind, text)) throw this.#unexpected(text)
  }

  #nested(parse: () => Expression): Expression {
    if (++this.#depth > deepest) throw new SelectorFault(`it is nested deeper than ${deepest}`)
    const expression = parse()
    this.#depth--
    return expression
  }

  #unexpected(wanted: string): SelectorFault {
    const { kind, text, at } = this.#next
    const found = kind === 'end' ? 'the end' : `"${text.slice(0, 32)}"`
    return new SelectorFault(`${wanted} is wanted at character ${at + 1}, not ${found}`)
  }
}

function both(combine: (a: Value, b: Value) => Value, left: Expression, right: Expression): Expression {
  return (fields) => combine(left(fields), right(fields))
}

function calculated(sum: (a: number, b: number) => number, left: Expression, right: Expression): Expression {
  return (fields) => calculate(sum, left(fields), right(fields))
}
