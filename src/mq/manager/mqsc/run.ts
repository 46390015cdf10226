/** Runs one command, given as text or as JSON. */
import type { CommandOutcome, CommandResponse, JsonCommand, Principal } from '../types/connection.ts'
import { MalformedCommandError, MqError } from '../types/errors.ts'
import type { QueueManagerServices } from '../types/services.ts'
import type { CommandHandler, RevisionSource } from './command/command.ts'
import { commands } from './commands/index.ts'
import {
  type CommandForm,
  jsonForm,
  parseJsonCommand,
  syntaxError,
  textForm,
  truncate,
} from './language/command-form.ts'
import { type CommandGrammar, parseArguments } from './language/grammar.ts'
import { CommandError, describeEngineError, renderMessage } from './language/messages.ts'
import { CommandSyntaxError, type CommandWord, parseCommand } from './language/parser.ts'
import synonyms from './language/synonyms.json' with { type: 'json' }
import { renderCommandList, renderCommandSyntax } from './syntax-help.ts'

const verbSynonyms: Readonly<Record<string, string>> = synonyms.verbs
const qualifierSynonyms: Readonly<Record<string, string>> = synonyms.qualifiers

const handlers = new Map(
  commands.flatMap(([verb, qualifiers, handler]) =>
    qualifiers.map((qualifier) => [`${verb} ${qualifier}`, handler] as const),
  ),
)

/** Returns a text that changes before this DISPLAY can; undefined when values change with time or it is unknown. */
export function readDisplayRevision(source: RevisionSource, keyword: string): string | undefined {
  const known = find('DISPLAY', keyword.toUpperCase())
  return known?.handler.revision?.(known.qualifier, source)
}

/** Runs a command given as text. Errors, syntax errors included, are part of the outcome. */
export async function runTextCommand(
  runtime: QueueManagerServices,
  principal: Principal,
  text: string,
): Promise<CommandOutcome> {
  return outcome(() => {
    const { handler, qualifier, reading } = parse(text)
    return handler.run({ ...reading, runtime, principal, qualifier })
  }, runtime)
}

/** Checks the syntax of a command given as text without running it. */
export async function verifyCommand(text: string): Promise<CommandOutcome> {
  return outcome(async () => {
    parse(text)
    return [{ completionCode: 0, reasonCode: 0, messages: [] }]
  })
}

/** Throws a `CommandError` for a syntax error. */
function parse(text: string): ParsedCommand {
  const [verb, qualifier, ...rest] = wordsOf(text)
  if (!verb || verb.values) throw syntaxError(text, verb?.end ?? text.length, renderCommandList(''))
  if (!qualifier) throw syntaxError(text, verb.end, renderCommandList(verbOf(verb.keyword)))

  const known = find(verb.keyword, qualifier.keyword)
  if (!known) throw syntaxError(text, qualifier.end, renderCommandList(verbOf(verb.keyword)))
  const words = [{ ...qualifier, keyword: known.qualifier }, ...rest]
  const command = `${known.verb} ${known.qualifier}`
  return readArguments(known, words, (grammar) => textForm(text, () => renderCommandSyntax(command, grammar)))
}

/** Runs a command given as JSON. Throws `CommandMalformed` for an unknown command or keyword. */
export async function runJsonCommand(
  runtime: QueueManagerServices,
  principal: Principal,
  command: JsonCommand,
): Promise<CommandOutcome> {
  const known = find(command.command.toUpperCase(), command.qualifier.toUpperCase())
  if (!known) {
    const words = `${truncate(command.command)} ${truncate(command.qualifier)}`
    throw new MalformedCommandError('command', `there is no command ${words}`)
  }
  const words = parseJsonCommand(known.qualifier, command)
  const door = jsonForm(known.verb, known.qualifier)
  return outcome(() => {
    const { handler, qualifier, reading } = readArguments(known, words, () => door)
    return handler.run({ ...reading, runtime, principal, qualifier })
  }, runtime)
}

type Run = () => ReturnType<CommandHandler['run']>

type Known = { verb: string; qualifier: string; handler: CommandHandler }

function find(verbWord: string, qualifierWord: string): Known | undefined {
  const verb = verbOf(verbWord)
  const qualifier = qualifierSynonyms[qualifierWord] ?? qualifierWord
  const handler = handlers.get(`${verb} ${qualifier}`)
  return handler && { verb, qualifier, handler }
}

function verbOf(word: string): string {
  return verbSynonyms[word] ?? word
}

interface ParsedCommand extends Known {
  reading: ReturnType<typeof parseArguments>
}

function readArguments(
  known: Known,
  words: readonly CommandWord[],
  formOf: (grammar: CommandGrammar) => CommandForm,
): ParsedCommand {
  const { handler, qualifier } = known
  const peek = (keyword: string) => words.find((word) => word.keyword === keyword)?.values?.[0]
  const grammar = typeof handler.grammar === 'function' ? handler.grammar(qualifier, peek) : handler.grammar
  return { ...known, reading: parseArguments(grammar, words, formOf(grammar)) }
}

function wordsOf(text: string): CommandWord[] {
  try {
    return parseCommand(text)
  } catch (error) {
    throw error instanceof CommandSyntaxError ? syntaxError(text, error.end, renderCommandList('')) : error
  }
}

type FailureReporter = Pick<QueueManagerServices, 'reportCommandFailure'>

async function outcome(run: Run, reporter?: FailureReporter): Promise<CommandOutcome> {
  const responses = await respond(run, reporter)
  const failed = responses.some(({ completionCode }) => completionCode !== 0)
  // 3008: MQRCCF_COMMAND_FAILED
  return { completionCode: failed ? 2 : 0, reasonCode: failed ? 3008 : 0, responses }
}

/** Every error becomes a response. Those that are neither of the command nor of the queue manager are reported as well. */
async function respond(run: Run, reporter?: FailureReporter): Promise<readonly CommandResponse[]> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof CommandError) return [failure(error.reasonCode, [error.message, ...error.lines])]
    if (error instanceof MqError) return [failure(error.reasonCode, [describeEngineError(error)])]
    if (error instanceof MalformedCommandError) throw error
    reporter?.reportCommandFailure(error)
    return [failure(2195, [renderMessage('AMQ8101S', [(error as Error).message])])] // MQRC_UNEXPECTED_ERROR
  }
}

function failure(reasonCode: number, messages: readonly string[]): CommandResponse {
  return { completionCode: 2, reasonCode, messages }
}
