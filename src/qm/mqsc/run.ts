/** Runs one command, whichever door it came through. */
import type { ManagerRuntime } from '../runtime.ts'
import {
  CommandMalformed,
  type CommandOutcome,
  type CommandResponse,
  type JsonCommand,
  MqError,
  type Principal,
} from '../types.ts'
import type { Handler } from './command.ts'
import { type Door, jsonDoor, shorten, syntaxError, textDoor } from './command-form.ts'
import { commands } from './commands/index.ts'
import { messageOf } from './engine-refusals.ts'
import { type Grammar, read } from './grammar.ts'
import { jsonWords } from './json.ts'
import { Refused } from './messages.ts'
import { qualifierSynonyms, verbSynonyms } from './names.ts'
import { parse, Unreadable, type Word } from './parser.ts'
import { commandList, commandSyntax } from './syntax-help.ts'

const handlers = new Map(
  commands.flatMap(([verb, qualifiers, handler]) =>
    qualifiers.map((qualifier) => [`${verb} ${qualifier}`, handler] as const),
  ),
)

/** Runs a command written as text. Whatever is wrong with it is part of the outcome. */
export async function runText(
  runtime: ManagerRuntime,
  principal: Principal,
  text: string,
): Promise<CommandOutcome> {
  return outcome(() => {
    const [verb, qualifier, ...rest] = wordsOf(text)
    if (!verb || verb.values) throw syntaxError(text, verb?.end ?? text.length, commandList(''))
    if (!qualifier) throw syntaxError(text, verb.end, commandList(verbOf(verb.keyword)))

    const known = find(verb.keyword, qualifier.keyword)
    if (!known) throw syntaxError(text, qualifier.end, commandList(verbOf(verb.keyword)))
    const words = [{ ...qualifier, keyword: known.qualifier }, ...rest]
    const command = `${known.verb} ${known.qualifier}`
    return perform(runtime, principal, known, words, (grammar) =>
      textDoor(text, () => commandSyntax(command, grammar)),
    )
  })
}

/** Runs a command given as JSON. Throws `CommandMalformed` for one that the queue manager does not know. */
export async function runJson(
  runtime: ManagerRuntime,
  principal: Principal,
  command: JsonCommand,
): Promise<CommandOutcome> {
  const known = find(command.command.toUpperCase(), command.qualifier.toUpperCase())
  if (!known) {
    const words = `${shorten(command.command)} ${shorten(command.qualifier)}`
    throw new CommandMalformed('command', `there is no command ${words}`)
  }
  const words = jsonWords(known.qualifier, command)
  const door = jsonDoor(known.verb, known.qualifier)
  return outcome(() => perform(runtime, principal, known, words, () => door))
}

type Run = () => ReturnType<Handler['run']>

interface Known {
  verb: string
  qualifier: string
  handler: Handler
}

function find(verbWord: string, qualifierWord: string): Known | undefined {
  const verb = verbOf(verbWord)
  const qualifier = qualifierSynonyms[qualifierWord] ?? qualifierWord
  const handler = handlers.get(`${verb} ${qualifier}`)
  return handler && { verb, qualifier, handler }
}

function verbOf(word: string): string {
  return verbSynonyms[word] ?? word
}

function perform(
  runtime: ManagerRuntime,
  principal: Principal,
  { handler, qualifier }: Known,
  words: readonly Word[],
  doorOf: (grammar: Grammar) => Door,
) {
  const peek = (keyword: string) => words.find((word) => word.keyword === keyword)?.values?.[0]
  const grammar = typeof handler.grammar === 'function' ? handler.grammar(qualifier, peek) : handler.grammar
  const reading = read(grammar, words, doorOf(grammar))
  return handler.run({ ...reading, runtime, principal, qualifier })
}

function wordsOf(text: string): Word[] {
  try {
    return parse(text)
  } catch (error) {
    throw error instanceof Unreadable ? syntaxError(text, error.end, commandList('')) : error
  }
}

async function outcome(run: Run): Promise<CommandOutcome> {
  const responses = await respond(run)
  const failed = responses.some(({ completionCode }) => completionCode !== 0)
  // 3008: MQRCCF_COMMAND_FAILED
  return { completionCode: failed ? 2 : 0, reasonCode: failed ? 3008 : 0, responses }
}

async function respond(run: Run): Promise<readonly CommandResponse[]> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refused) return [failure(error.reasonCode, [error.message, ...error.lines])]
    if (error instanceof MqError) return [failure(error.reasonCode, [messageOf(error)])]
    throw error
  }
}

function failure(reasonCode: number, messages: readonly string[]): CommandResponse {
  return { completionCode: 2, reasonCode, messages }
}
