/**
 * The two forms of a command, text and JSON. They report syntax errors differently: text gets a message that
 * shows where parsing stopped, JSON with an unknown keyword is a malformed request.
 */
import { didYouMean } from '../../../lib/output/suggest.ts'
import { MalformedCommandError } from '../../types/errors.ts'
import { CommandError } from './messages.ts'
import type { CommandWord } from './parser.ts'

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

/**
 * Returns AMQ8405I: the message, the command up to the position where parsing stopped, and the help below a blank
 * line.
 */
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
