/** What `sluice init` asks. Each question has an option of the same name, and a default that `--yes` takes. */

import { createInterface } from 'node:readline/promises'
import { trimEndCharacters } from '../../lib/text/trim-characters.ts'

import { UsageError } from '../common/command.ts'

export interface Answers {
  /** The URL of the API to protect, without a slash at the end. */
  backend: string
  /** The name of the API, of its product and of its scope. */
  api: string
  org: string
  catalog: string
  /** The authentication URL that checks the users; empty for local users. */
  authurl: string
  /** The first user; with an authentication URL, the user name of the example call. */
  user: string
}

interface Question {
  text: string
  preset: string
  /** Returns what is wrong with an answer; undefined when it is accepted. */
  findError(answer: string): string | undefined
}

const namePattern = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

const questions: Readonly<Record<keyof Answers, Question>> = {
  backend: { text: 'URL of the API to protect', preset: 'http://127.0.0.1:3000', findError: findUrlError },
  api: { text: 'Name of the API', preset: 'orders', findError: findNameError },
  org: { text: 'Name of your organisation', preset: 'example', findError: findNameError },
  catalog: { text: 'Name of the catalog', preset: 'main', findError: findNameError },
  authurl: {
    text: 'Authentication URL that checks users (empty: local users)',
    preset: '',
    findError: (answer) => (answer === '' ? undefined : findUrlError(answer)),
  },
  user: {
    text: 'Name of the first user',
    preset: 'anna',
    findError: (answer) =>
      /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,255}$/u.test(answer)
        ? undefined
        : 'must have letters, digits and . _ @ + - and begin with a letter or digit',
  },
}

/** What answers are read from: a terminal, or a pipe or file with an answer in each line. */
export interface AnswerSource {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/**
 * Returns the answers from the options, and from `source` for the others; the defaults without it and after the end of a pipe. Throws
 * `UsageError` for an option or a piped line that is not accepted; a wrong answer at the terminal is asked again. `presets` replace
 * defaults.
 */
export async function readAnswers(
  options: Readonly<Record<string, unknown>>,
  { source, presets = {} }: { source: AnswerSource | undefined; presets?: Partial<Answers> },
): Promise<Answers> {
  const answers = {} as Answers
  const reader = source && openLines(source)
  try {
    for (const [name, general] of Object.entries(questions) as [keyof Answers, Question][]) {
      const question = { ...general, preset: presets[name] ?? general.preset }
      const option = options[name]
      if (typeof option === 'string') answers[name] = checkOption(name, option, question)
      else if (reader) answers[name] = await ask(name, question, reader)
      else answers[name] = question.preset
    }
  } finally {
    reader?.close()
  }
  return { ...answers, backend: trimEndCharacters(answers.backend, '/') }
}

interface Lines {
  isTerminal: boolean
  /** Shows a question and returns the next line; undefined after the last one. */
  next(question: string): Promise<string | undefined>
  close(): void
}

/** Lines that arrive before their question are kept, which the questions of `readline` lose. */
function openLines({ input, output }: AnswerSource): Lines {
  const isTerminal = input.isTTY === true
  const lines = createInterface({ input, output, terminal: isTerminal })
  const iterator = lines[Symbol.asyncIterator]()
  if (!isTerminal)
    output.write('Reads the answers from standard input, a line for each question; --yes takes the defaults.\n')
  return {
    isTerminal,
    async next(question) {
      output.write(question)
      const { done, value } = await iterator.next()
      if (!isTerminal) output.write(`${done ? '' : value}\n`)
      return done ? undefined : value
    },
    close: () => lines.close(),
  }
}

function checkOption(name: string, answer: string, { findError }: Question): string {
  const error = findError(answer)
  if (error) throw new UsageError(`--${name} ${error} - found "${answer}"`)
  return answer
}

/** Asks until the answer is accepted. An empty answer takes the default. */
async function ask(name: string, question: Question, lines: Lines): Promise<string> {
  const { text, preset, findError } = question
  const shown = preset === '' ? '' : ` [${preset}]`
  for (let error: string | undefined; ; ) {
    const line = await lines.next(`${error ? `It ${error}.\n` : ''}${text}${shown}: `)
    if (line === undefined && lines.isTerminal) throw new Error('the terminal was closed without an answer')
    const answer = line?.trim() || preset
    if (!lines.isTerminal) return checkOption(name, answer, question)
    error = findError(answer)
    if (!error) return answer
  }
}

function findUrlError(answer: string): string | undefined {
  const url = URL.parse(answer)
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return undefined
  return 'must be an http or https URL without a query, like http://127.0.0.1:3000'
}

function findNameError(answer: string): string | undefined {
  if (namePattern.test(answer)) return undefined
  return 'must have 1 to 64 lower-case letters, digits and hyphens, and no hyphen at its ends'
}
