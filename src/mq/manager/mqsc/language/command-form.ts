/** The forms of a command: errors in text show where parsing stopped; JSON with an unknown keyword is malformed. */
import { didYouMean } from '../../../../shared/lib/output/suggest.ts'
import type { JsonCommand } from '../../types/connection.ts'
import { MalformedCommandError } from '../../types/errors.ts'
import { CommandError } from './messages.ts'
import { type CommandWord, maxWords } from './parser.ts'

export interface CommandForm {
  readonly form: 'text' | 'json'
  unknownKeyword(word: CommandWord, known: readonly string[]): Error
  /** Returns the error for a known keyword with a value of the wrong form. */
  malformed(word: CommandWord, takes: string): Error
}

/** Returns the text form. `help` returns the lines that explain the syntax of the command. */
export function textForm(text: string, help: () => readonly string[]): CommandForm {
  const refuse = (word: CommandWord) => syntaxError(text, word.end, help())
  return { form: 'text', unknownKeyword: refuse, malformed: refuse }
}

/** Returns AMQ8405I: the message, the command up to where parsing stopped, a blank line and the help. */
export function syntaxError(text: string, end: number, help: readonly string[]): CommandError {
  return new CommandError('AMQ8405I', undefined, { lines: [text.slice(0, end), '', ...help] })
}

/** Returns the JSON form. */
export function jsonForm(verb: string, qualifier: string): CommandForm {
  return {
    form: 'json',
    unknownKeyword: ({ keyword }, known) =>
      new MalformedCommandError(
        'attribute',
        `'${truncate(keyword)}' is not an attribute of ${verb} ${qualifier}${didYouMean(truncate(keyword), known)}`,
      ),
    malformed: ({ keyword }, takes) => new MalformedCommandError('attribute', `${keyword} takes ${takes}`),
  }
}

/** Truncates long input before it is repeated in an error text. */
export function truncate(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}…` : text
}

/**
 * Converts the JSON form of a command to the same words that the text parser returns. Values are neither folded
 * to upper case nor unquoted.
 *
 * Returns the words of a command, the object keyword first. Throws `CommandMalformed` for a value of an
 * unsupported JSON type.
 */
export function parseJsonCommand(qualifier: string, command: JsonCommand): CommandWord[] {
  const { name, parameters, responseParameters } = command
  if (name !== undefined && typeof name !== 'string') throw new MalformedCommandError('command', 'name takes a text')
  requireFew('parameters', Object.keys(parameters ?? {}).length)
  requireFew('responseParameters', responseParameters?.length ?? 0)
  const subject: CommandWord = { keyword: qualifier, end: 0, values: name === undefined ? undefined : [name] }
  const given = Object.entries(parameters ?? {}).flatMap(([keyword, value]) =>
    value === undefined ? [] : { keyword: keyword.toUpperCase(), values: valuesOf(keyword, value), end: 0 },
  )
  const asked = (responseParameters ?? []).map((keyword) => {
    if (typeof keyword === 'string') return { keyword: keyword.toUpperCase(), end: 0 }
    throw new MalformedCommandError('command', 'responseParameters takes a list of texts')
  })
  return [subject, ...given, ...asked]
}

function requireFew(member: string, found: number): void {
  if (found > maxWords)
    throw new MalformedCommandError('command', `${member} has ${found} items: at most ${maxWords} are accepted`)
}

function valuesOf(keyword: string, value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value]
  requireFew(truncate(keyword), items.length)
  return items.map((item) => {
    if (typeof item === 'string') return item
    if (typeof item === 'number' && Number.isFinite(item)) return String(item)
    throw new MalformedCommandError('command', `${truncate(keyword)} takes a text, a number or a list of them`)
  })
}
