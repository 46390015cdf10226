/**
 * The two doors through which commands come. They differ in how they say no: text is answered with a message about
 * the segment where reading stopped, JSON that names a keyword which the command does not have is no command at all.
 */
import { didYouMean } from '../../lib/suggest.ts'
import { CommandMalformed } from '../types.ts'
import { Refused } from './messages.ts'
import type { Word } from './parser.ts'

export interface Door {
  readonly form: 'text' | 'json'
  unknownKeyword(word: Word, known: readonly string[]): Error
  /** A word that is known but not written as it must be. */
  malformed(word: Word, takes: string): Error
}

/** Says no to text with a syntax error. `help` returns the lines that explain the syntax of the command. */
export function textDoor(text: string, help: () => readonly string[]): Door {
  const refuse = (word: Word) => syntaxError(text, word.end, help())
  return { form: 'text', unknownKeyword: refuse, malformed: refuse }
}

/** AMQ8405I: the message, the command up to where reading stopped, and below a blank line the help. */
export function syntaxError(text: string, end: number, help: readonly string[]): Refused {
  return new Refused('AMQ8405I', undefined, { lines: [text.slice(0, end), '', ...help] })
}

/** Says no to JSON. */
export function jsonDoor(verb: string, qualifier: string): Door {
  return {
    form: 'json',
    unknownKeyword: ({ keyword }, known) =>
      new CommandMalformed(
        'attribute',
        `'${shorten(keyword)}' is not an attribute of ${verb} ${qualifier}${didYouMean(shorten(keyword), known)}`,
      ),
    malformed: ({ keyword }, takes) => new CommandMalformed('attribute', `${keyword} takes ${takes}`),
  }
}

/** Long input is not sent back whole inside a sentence. */
export function shorten(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}…` : text
}
