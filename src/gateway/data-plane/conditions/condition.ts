/**
 * Conditions of `switch` and `if`: comparisons of variables, texts and numbers, joined by `and`, `or`, `not` and
 * parentheses.
 *
 * A condition is compiled when the documents are loaded. Two values are compared as numbers when both are
 * numbers, otherwise as texts.
 */
import { decodeHeaderText } from '../../../shared/lib/headers/header-text.ts'
import type { Call } from '../call/call.ts'
import { DocumentError, UndefinedValueError, type ValueLocation } from '../errors/document-error.ts'
import { findHeader } from '../message/headers.ts'
import { renderTemplate } from '../templates/render-template.ts'
import { compileTemplate, type TemplateScope } from '../templates/template.ts'
import { errorName, requestParameter } from '../templates/variables.ts'

/** Reports a text that is more than comparisons, or no condition at all. */
export class UnsupportedConditionError extends DocumentError {
  override name = 'UnsupportedConditionError'
  /** Whether the reason is a name that nothing defines. */
  readonly isUndefinedName: boolean

  constructor(location: ValueLocation, message: string, isUndefinedName = false) {
    super(location, message)
    this.isUndefinedName = isUndefinedName
  }
}

export type CompiledCondition = (call: Call) => boolean
type Operand = (call: Call) => string | number

type Compare = (left: string | number, right: string | number) => boolean

const comparisons: Readonly<Record<string, Compare>> = {
  '=': isEqual,
  '==': isEqual,
  '===': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '!==': (left, right) => !isEqual(left, right),
  '<': inOrder((difference) => difference < 0),
  '<=': inOrder((difference) => difference <= 0),
  '>': inOrder((difference) => difference > 0),
  '>=': inOrder((difference) => difference >= 0),
}

/**
 * Returns the compiled condition. Throws a `DocumentError` when the text is not a condition, and, for the scripts of
 * conditions, an `UnsupportedConditionError` when it is more than comparisons of known variables.
 */
export function compileCondition(text: string, scope: TemplateScope, location: ValueLocation): CompiledCondition {
  const tokens = tokenizeCondition(upgradeCondition(text))
  if (!tokens)
    throw new UnsupportedConditionError(
      location,
      `the condition "${text}" contains text that is not part of a condition`,
    )
  const parser = new Parser(tokens, text, scope, location)
  return parser.parse()
}

/** The path of the operation where it is compared with a template, as conditions of version 5 do. */
const operationPath =
  /(?:\$\(api\.operation\.path\)|\bapi\.operation\.path\b)(?=\s*[!=]={0,2}\s*(?:"[^"{]{0,500}\{|'[^'{]{0,500}\{))/g

/** Rewrites what conditions of version 5, which are JavaScript, spell differently. */
function upgradeCondition(text: string): string {
  return simplifyCondition(text)
    .replaceAll(/\b(?:apim\.getvariable|context\.get)\s*\(\s*(['"])([^'"()]+)\1\s*\)/g, '$($2)')
    .replaceAll(operationPath, '$$operationPath()')
    .replaceAll(/\b((?:request|message)\.[\w.-]{1,100})\[(['"])([^'"\]]{1,200})\2\](?![\w.([])/g, '$1.$3')
}

/** Returns the condition with `a.b` for `$apiCtx().a.b`, and parameters of the request by their first value. */
export function simplifyCondition(text: string): string {
  return text.replaceAll('$apiCtx().', '').replaceAll(/\b(request\.parameters\.[\w-]+)\.values\b(?:\[0\])?/g, '$1')
}

class Parser {
  readonly #tokens: ConditionToken[]
  readonly #text: string
  readonly #scope: TemplateScope
  readonly #location: ValueLocation
  #next = 0

  constructor(tokens: ConditionToken[], text: string, scope: TemplateScope, location: ValueLocation) {
    this.#tokens = tokens
    this.#text = text
    this.#scope = scope
    this.#location = location
  }

  parse(): CompiledCondition {
    const condition = this.#either()
    if (this.#next < this.#tokens.length) this.#fail()
    return condition
  }

  #either(): CompiledCondition {
    const first = this.#both()
    if (!this.#take('||', 'or')) return first
    const second = this.#either()
    return (call) => first(call) || second(call)
  }

  #both(): CompiledCondition {
    const first = this.#single()
    if (!this.#take('&&', 'and')) return first
    const second = this.#both()
    return (call) => first(call) && second(call)
  }

  #single(): CompiledCondition {
    if (this.#take('!') || this.#take('$not')) {
      const condition = this.#single()
      return (call) => !condition(call)
    }
    if (this.#take('(')) {
      const condition = this.#either()
      if (!this.#take(')')) this.#fail()
      return condition
    }
    return this.#comparison()
  }

  #comparison(): CompiledCondition {
    const left = this.#operand()
    const sign = this.#tokens[this.#next]
    const compares = sign?.kind === 'sign' ? comparisons[sign.value] : undefined
    if (!compares) return (call) => isTrue(left(call))
    this.#next += 1
    const right = this.#operand()
    return (call) => compares(left(call), right(call))
  }

  #operand(): Operand {
    const token = this.#tokens[this.#next]
    this.#next += 1
    if (!token || token.kind === 'sign') return this.#fail()
    if (token.kind === 'text' && token.value.includes('$(')) {
      const text = compileTemplate(token.value, this.#scope, this.#location)
      return (call) => renderTemplate(text, call)
    }
    if (token.kind === 'text' || token.kind === 'number') return () => token.value
    if (token.value === 'undefined' || token.value === 'null') return () => ''
    if (token.kind === 'function') return this.#function(token.value)
    if (token.value === 'true' || token.value === 'false') return () => token.value
    if (this.#tokens[this.#next]?.value === '(') this.#fail() // the call of a function
    return this.#variable(token.value)
  }

  /** Names that are not written as `$(name)` may be members that only a script finds, as in version 5. */
  #variable(name: string): Operand {
    const isReference = this.#text.includes(`$(${name})`)
    if (!isReference && name.endsWith('.length')) this.#fail()
    try {
      const template = compileTemplate(`$(${name})`, this.#scope, this.#location)
      return (call) => renderTemplate(template, call)
    } catch (error) {
      if (isReference || !(error instanceof UndefinedValueError)) throw error
      throw new UnsupportedConditionError(this.#location, error.message.replace(/^\$\((.*?)\)/, '$1'), true)
    }
  }

  #function(name: string): Operand {
    const make = Object.hasOwn(conditionFunctions, name) ? conditionFunctions[name] : undefined
    if (!make)
      throw new UnsupportedConditionError(
        this.#location,
        `there is no function $${name} in "${this.#text}"; there are ${Object.keys(conditionFunctions).join(', ')}`,
      )
    if (!this.#take('(')) this.#fail()
    const argument = this.#tokens[this.#next]
    if (argument?.kind === 'text') this.#next += 1
    if (!this.#take(')')) this.#fail()
    return make(argument?.kind === 'text' ? argument.value : '')
  }

  /** Moves past the next token if it has one of these values, and returns whether it did. */
  #take(...values: string[]): boolean {
    const token = this.#tokens[this.#next]
    const isWord = token?.kind === 'sign' || token?.kind === 'name'
    if (!isWord || !values.includes(token.value)) return false
    this.#next += 1
    return true
  }

  #fail(): never {
    const token = this.#tokens[this.#next] ?? this.#tokens.at(-1)
    throw new UnsupportedConditionError(
      this.#location,
      `the condition "${this.#text}" is not valid${token ? ` near "${token.value}"` : ''}`,
    )
  }
}

function isEqual(left: string | number, right: string | number): boolean {
  return compare(left, right) === 0
}

function compare(left: string | number, right: string | number): number {
  if (isNumeric(left) && isNumeric(right)) {
    const difference = Number(left) - Number(right)
    // Numbers that a double does not tell apart, such as long ids, are compared as texts.
    if (Math.abs(Number(left)) <= Number.MAX_SAFE_INTEGER || Math.abs(difference) > 0) return difference
  }
  return String(left) === String(right) ? 0 : String(left) < String(right) ? -1 : 1
}

/** Returns a comparison by order. A missing value is neither less nor greater. */
function inOrder(holds: (difference: number) => boolean): Compare {
  return (left, right) => left !== '' && right !== '' && holds(compare(left, right))
}

function isNumeric(value: string | number): boolean {
  return typeof value === 'number' || /^-?\d+(?:\.\d+)?$/.test(value)
}

function isTrue(value: string | number): boolean {
  return value !== '' && value !== 'false' && value !== 0
}

type ConditionToken =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'name'; value: string }
  | { kind: 'function'; value: string }
  | { kind: 'sign'; value: string }

const pattern =
  /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?\d+(?:\.\d+)?)|\$\(([^()]+)\)|\$([A-Za-z]+)(?=\()|([A-Za-z_](?:[\w.-]*[\w-])?)|(===|!==|==|!=|<=|>=|&&|\|\||[=<>!(),]))/y

/** Returns the tokens of a text; undefined when a part of it is not a token. */
function tokenizeCondition(text: string): ConditionToken[] | undefined {
  const tokens: ConditionToken[] = []
  pattern.lastIndex = 0
  let end = 0
  while (text.slice(end).trim() !== '') {
    const match = pattern.exec(text)
    if (!match) return undefined
    tokens.push(tokenOf(match))
    end = pattern.lastIndex
  }
  return tokens
}

function tokenOf([, double, single, number, variable, call, name, sign]: RegExpExecArray): ConditionToken {
  const text = double ?? single
  if (text !== undefined) return { kind: 'text', value: text.replace(/\\(.)/g, '$1') }
  if (number !== undefined) return { kind: 'number', value: Number(number) }
  if (call !== undefined) return { kind: 'function', value: call }
  if (sign !== undefined) return { kind: 'sign', value: sign }
  return { kind: 'name', value: (variable ?? name ?? '').trim() }
}

/** Each function takes the text between its parentheses and returns an operand. */
export const conditionFunctions: Readonly<Record<string, (argument: string) => Operand>> = {
  statusCode: () => (call) => call.message.status,
  httpVerb: () => (call) => call.method,
  operationPath: () => (call) => call.route.endpoint?.operation.path ?? '',
  operationID: () => (call) => call.route.endpoint?.operation.id ?? '',
  header: (name) => (call) => decodeHeaderText(findHeader(call.message.readableHeaders, name.toLowerCase()) ?? ''),
  queryParameter: (name) => (call) => new URLSearchParams(call.target.search).get(name) ?? '',
  urlParameter: (name) => (call) => String(requestParameter(name)(call) ?? ''),
  errorName: () => errorName,
}
