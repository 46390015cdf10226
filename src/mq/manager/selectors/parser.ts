/** Parses a selector (Jakarta Messaging 3.1, section 3.8.1.1): a method per grammar rule, loosest binding first. */
import { compileLike } from './like.ts'
import { SelectorError, type SelectorToken, tokenizeSelector } from './tokens.ts'
import {
  comparisons,
  conjoin,
  disjoin,
  negate,
  type Operators,
  products,
  type SelectorExpression,
  sums,
  valuesEqual,
} from './values.ts'

/** The maximum nesting of parentheses, NOT and signs. */
const maxDepth = 100
/** The maximum number of tokens, which limits the depth of recursion during evaluation. */
const maxTokens = 2000
/** The maximum number of LIKE: each reads its text from the beginning to the end. */
const maxLikes = 100

/** Parses a selector. Throws a `SelectorError` that names the position. */
export function parseSelector(text: string): SelectorExpression {
  const tokens = tokenizeSelector(text)
  if (tokens.length > maxTokens) throw new SelectorError(`it has more than ${maxTokens} words`)
  return new Parser(tokens).whole()
}

class Parser {
  readonly #tokens: readonly SelectorToken[]
  #at = 0
  #depth = 0
  #likes = 0

  constructor(tokens: readonly SelectorToken[]) {
    this.#tokens = tokens
  }

  whole(): SelectorExpression {
    const expression = this.#or()
    if (this.#next.kind !== 'end') throw this.#unexpected('the end')
    return expression
  }

  #or(): SelectorExpression {
    return this.#chain({ OR: disjoin }, () => this.#chain({ AND: conjoin }, () => this.#not()))
  }

  /** Parses operands with operators between them, which apply from left to right. */
  #chain(operators: Operators, operand: () => SelectorExpression): SelectorExpression {
    let left = operand()
    for (let operator = this.#operator(operators); operator; operator = this.#operator(operators))
      left = both(operator, left, operand())
    return left
  }

  #not(): SelectorExpression {
    return this.#nested(() => {
      if (!this.#takes('word', 'NOT')) return this.#predicate()
      const inner = this.#not()
      return (fields) => negate(inner(fields))
    })
  }

  #predicate(): SelectorExpression {
    const left = this.#sum()
    const compare = this.#operator(comparisons)
    if (compare) return both(compare, left, this.#sum())
    if (this.#takes('word', 'IS')) {
      const negated = this.#takes('word', 'NOT')
      this.#expect('word', 'NULL')
      return (fields) => (left(fields) === undefined) !== negated
    }
    if (!this.#takes('word', 'NOT')) return this.#test(left) ?? left
    const test = this.#test(left)
    if (!test) throw this.#unexpected('BETWEEN, IN or LIKE')
    return (fields) => negate(test(fields))
  }

  /** Parses BETWEEN, IN or LIKE after a value; undefined when none of them follows. */
  #test(left: SelectorExpression): SelectorExpression | undefined {
    if (this.#takes('word', 'BETWEEN')) return this.#between(left)
    if (this.#takes('word', 'IN')) return this.#in(left)
    return this.#takes('word', 'LIKE') ? this.#like(left) : undefined
  }

  #between(left: SelectorExpression): SelectorExpression {
    const low = this.#sum()
    this.#expect('word', 'AND')
    const high = this.#sum()
    const { '>=': atLeast = disjoin, '<=': atMost = disjoin } = comparisons
    return both(conjoin, both(atLeast, left, low), both(atMost, left, high))
  }

  #in(left: SelectorExpression): SelectorExpression {
    this.#expect('symbol', '(')
    const texts = [this.#string()]
    while (this.#takes('symbol', ',')) texts.push(this.#string())
    this.#expect('symbol', ')')
    return (fields) => {
      const value = left(fields)
      return typeof value === 'string' ? texts.some((text) => valuesEqual(value, text)) : undefined
    }
  }

  #like(left: SelectorExpression): SelectorExpression {
    if (++this.#likes > maxLikes) throw new SelectorError(`it has more than ${maxLikes} times LIKE`)
    const pattern = this.#string()
    const literally = this.#takes('word', 'ESCAPE') ? this.#string() : undefined
    if (literally !== undefined && [...literally].length !== 1) throw new SelectorError('ESCAPE takes one character')
    const matches = compileLike(pattern, literally)
    return (fields) => {
      const value = left(fields)
      return typeof value === 'string' ? matches(value) : undefined
    }
  }

  #sum(): SelectorExpression {
    return this.#chain(sums, () => this.#chain(products, () => this.#signed()))
  }

  #signed(): SelectorExpression {
    const sign = this.#operator(sums)
    if (!sign) return this.#primary()
    return this.#nested(() => both(sign, () => 0, this.#signed()))
  }

  #primary(): SelectorExpression {
    const token = this.#next
    this.#at++
    if (token.kind === 'number') return () => token.value
    if (token.kind === 'string') return () => token.text
    if (token.kind === 'name') return (fields) => fields(token.text)
    if (token.kind === 'word' && /^(?:TRUE|FALSE)$/.test(token.text)) return () => token.text === 'TRUE'
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

  /** Takes the next word or symbol if it is one of the operators. */
  #operator(operators: Operators): Operators[string] | undefined {
    const { kind, text } = this.#next
    const operator = kind === 'word' || kind === 'symbol' ? operators[text] : undefined
    if (operator) this.#at++
    return operator
  }

  get #next(): SelectorToken {
    return this.#tokens[this.#at] as SelectorToken
  }

  #takes(kind: SelectorToken['kind'], text: string): boolean {
    const taken = this.#next.kind === kind && this.#next.text === text
    if (taken) this.#at++
    return taken
  }

  #expect(kind: SelectorToken['kind'], text: string): void {
    if (!this.#takes(kind, text)) throw this.#unexpected(text)
  }

  #nested(parse: () => SelectorExpression): SelectorExpression {
    if (++this.#depth > maxDepth) throw new SelectorError(`it is nested deeper than ${maxDepth}`)
    const expression = parse()
    this.#depth--
    return expression
  }

  #unexpected(wanted: string): SelectorError {
    const { kind, text, at } = this.#next
    const found = kind === 'end' ? 'the end' : `"${text.slice(0, 32)}"`
    return new SelectorError(`${wanted} is wanted at character ${at + 1}, not ${found}`)
  }
}

function both(operator: Operators[string], left: SelectorExpression, right: SelectorExpression): SelectorExpression {
  return (fields) => operator(left(fields), right(fields))
}
