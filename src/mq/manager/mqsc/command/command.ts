/** The types of the table of commands: what a command receives and what it returns. */
import type { AttributeValues } from '../../objects/definitions/object-definition.ts'
import type { AttributeValue, CommandResponse, Principal } from '../../types/connection.ts'
import type { ObjectRecord, QueueManagerServices } from '../../types/services.ts'
import type { CommandGrammar, ParsedArguments } from '../language/grammar.ts'
import { findReasonCode, type MessageId, renderMessage } from '../language/messages.ts'

/** The parsed command and everything that it needs to run. */
export interface CommandContext extends ParsedArguments {
  readonly runtime: QueueManagerServices
  readonly principal: Principal
  /** The object keyword, after synonyms have been replaced: `QLOCAL`. */
  readonly qualifier: string
}

/** Chooses the grammar. `peek` returns the value of a keyword that decides which other keywords are allowed. */
export type ChooseGrammar = (qualifier: string, peek: (keyword: string) => string | undefined) => CommandGrammar

/** The services whose revisions show that objects changed. */
export type RevisionSource = Pick<QueueManagerServices, 'objects' | 'queues'>

export interface CommandHandler {
  /** The arguments of the command, or a function where they depend on the type of object. */
  readonly grammar: CommandGrammar | ChooseGrammar
  run(call: CommandContext): Promise<readonly CommandResponse[]> | readonly CommandResponse[]
  /** Returns a text that changes before the responses of DISPLAY can; undefined when they change with time. */
  revision?(qualifier: string, source: RevisionSource): string | undefined
}

/** Returns the response of a command that displays nothing: one message, and lines below it. */
export function succeed(message: MessageId, lines: readonly string[] = []): readonly CommandResponse[] {
  return [{ completionCode: 0, reasonCode: findReasonCode(message), messages: [renderMessage(message), ...lines] }]
}

/** Returns the value of a text argument, or undefined when it was not given. */
export function textArgument(call: CommandContext, keyword: string): string | undefined {
  const value = call.given.get(keyword)
  return value === undefined ? undefined : String(value)
}

export function hasArgument(call: CommandContext, keyword: string): boolean {
  return call.given.get(keyword) === 'YES'
}

/** Returns the items of an attribute that is a list; none for an attribute that is not set. */
export function listItems(value: AttributeValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : []
}

/** Creates or replaces an object, which keeps the time at which it was created. */
export async function saveObject(
  { runtime }: CommandContext,
  object: Omit<ObjectRecord, 'created' | 'altered'>,
  before: ObjectRecord | undefined,
): Promise<void> {
  const now = runtime.clock()
  await runtime.objects.save({ ...object, created: before?.created ?? now, altered: now })
}

/** Returns the arguments that are attributes of the object. */
export function attributeArguments(call: CommandContext, except: readonly string[]): AttributeValues {
  const attributes: Record<string, AttributeValue> = {}
  for (const [keyword, value] of call.given) if (!except.includes(keyword)) attributes[keyword] = value
  return attributes
}
