/** Asks questions at the terminal, or reads their answers from a pipe. Each question has an option of the same name. */
import { createInterface } from 'node:readline/promises'
import { UsageError } from '../../../../shared/cli/common/command.ts'
import { toCamelCase } from '../../../../shared/cli/common/parse-arguments.ts'

export interface Question {
  text: string
  preset: string
  /** Returns what is wrong with an answer; undefined when it is accepted. */
  findError(answer: string): string | undefined
  /** Whether an answer may be a secret, which errors do not repeat. */
  isSecret?: boolean
}

/** What answers are read from: a terminal, or a pipe or file with an answer in each line. */
export type AnswerSource = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream }

type Lines = ReturnType<typeof openLines>

/** Lines that arrive before their question are kept, which the questions of `readline` lose. */
export function openLines({ input, output }: AnswerSource) {
  const isTerminal = input.isTTY === true
  const lines = createInterface({ input, output, terminal: isTerminal })
  const iterator = lines[Symbol.asyncIterator]()
  if (!isTerminal)
    output.write('Reads the answers from standard input, a line for each question; --yes takes the defaults.\n')
  return {
    isTerminal,
    /** Shows a question and returns the next line; undefined after the last one. A line of a pipe is shown unless it may be a secret. */
    async next(question: string, isSecret = false): Promise<string | undefined> {
      output.write(question)
      const { done, value } = await iterator.next()
      if (!isTerminal) output.write(`${done || isSecret ? '' : value}\n`)
      return done ? undefined : value
    },
    close: (): void => lines.close(),
  }
}

function checkOption(name: string, answer: string, { findError, isSecret }: Question): string {
  const error = findError(answer)
  if (error) throw new UsageError(`--${name} ${error}${isSecret ? '' : ` - found "${answer}"`}`)
  return answer
}

/** Where answers come from: options of the command, then lines; the default without them. */
export type AskingOptions = { options: Readonly<Record<string, unknown>>; lines: Lines | undefined }

/** Returns the answer. Throws `UsageError` for an option or a piped line that is not accepted. */
export async function takeAnswer(name: string, question: Question, { options, lines }: AskingOptions): Promise<string> {
  const option = options[toCamelCase(name)]
  if (typeof option === 'string') return checkOption(name, option, question)
  return lines ? ask(name, question, lines) : checkOption(name, question.preset, question)
}

/** Asks until the answer is accepted. An empty answer takes the default. */
async function ask(name: string, question: Question, lines: Lines): Promise<string> {
  const { text, preset, findError, isSecret } = question
  const shown = preset === '' ? '' : ` [${preset}]`
  for (let error: string | undefined; ; ) {
    const line = await lines.next(`${error ? `It ${error}.\n` : ''}${text}${shown}: `, isSecret)
    if (line === undefined && lines.isTerminal) throw new Error('the terminal was closed without an answer')
    const answer = line?.trim() || preset
    if (!lines.isTerminal) return checkOption(name, answer, question)
    error = findError(answer)
    if (!error) return answer
  }
}
