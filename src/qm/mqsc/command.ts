/** What the table of commands is made of, and what a command gets and gives. */
import type { Attributes } from '../objects/kind.ts'
import type { ManagerRuntime } from '../runtime.ts'
import type { AttributeValue, CommandResponse, Principal } from '../types.ts'
import type { Grammar, Reading } from './grammar.ts'
import { type MessageId, reasonOf, renderMessage } from './messages.ts'

/** One command, read and about to run. */
export interface Call extends Reading {
  readonly runtime: ManagerRuntime
  readonly principal: Principal
  /** The object keyword, without synonyms. */
  readonly qualifier: string
}

/** `peek` looks at the value of a keyword that decides about the others. */
export type ChooseGrammar = (qualifier: string, peek: (keyword: string) => string | undefined) => Grammar

export interface Handler {
  /** What the command takes; a function where that depends on the object. */
  readonly grammar: Grammar | ChooseGrammar
  run(call: Call): Promise<readonly CommandResponse[]> | readonly CommandResponse[]
}

/** The answer of a command that displays nothing. */
export function done(message: MessageId): readonly CommandResponse[] {
  return [{ completionCode: 0, reasonCode: reasonOf(message), messages: [renderMessage(message)] }]
}

/** The value of an argument that holds text. */
export function textOf(call: Call, keyword: string): string | undefined {
  const value = call.given.get(keyword)
  return value === undefined ? undefined : String(value)
}

export function isSet(call: Call, keyword: string): boolean {
  return call.given.get(keyword) === 'YES'
}

/** The arguments that are attributes. */
export function attributesOf(call: Call, except: readonly string[]): Attributes {
  const attributes: Record<string, AttributeValue> = {}
  for (const [keyword, value] of call.given) {
    if (!except.includes(keyword)) attributes[keyword] = value
  }
  return attributes
}
