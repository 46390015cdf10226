/** What `sluice init` asks. Each question has an option of the same name, and a default that `--yes` takes. */
import { trimEndCharacters } from '../../../../shared/lib/text/trim-characters.ts'
import { type AnswerSource, openLines, type Question, takeAnswer } from '../commands/ask.ts'
import { readUpstreamCredential } from '../commands/upstream-credential.ts'
import { findUrlError, type UpstreamCredential } from '../engine/index.ts'

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

export interface StarterAnswers extends Answers {
  /** What the gateway authenticates itself with at the API; undefined for nothing. */
  credential: UpstreamCredential | undefined
}

const namePattern = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

/** The URL of the API where neither an option nor the OpenAPI file has one. */
export const guessedBackend = 'http://127.0.0.1:3000'

const questions: Readonly<Record<keyof Answers, Question>> = {
  backend: { text: 'URL of the API to protect', preset: guessedBackend, findError: findUrlError },
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

/**
 * Returns the answers from the options, and from `source` for the others; the defaults without it and after the end of a pipe. Throws
 * `UsageError` for an option or a piped line that is not accepted; a wrong answer at the terminal is asked again. `presets` replace
 * defaults.
 */
export async function readAnswers(
  options: Readonly<Record<string, unknown>>,
  { source, presets = {} }: { source: AnswerSource | undefined; presets?: Partial<Answers> },
): Promise<StarterAnswers> {
  const answers = {} as Answers
  const lines = source && openLines(source)
  try {
    for (const [name, general] of Object.entries(questions) as [keyof Answers, Question][]) {
      const question = { ...general, preset: presets[name] ?? general.preset }
      answers[name] = await takeAnswer(name, question, { options, lines })
    }
    const credential = await readUpstreamCredential(answers.api, { options, lines })
    return { ...answers, credential, backend: trimEndCharacters(answers.backend, '/') }
  } finally {
    lines?.close()
  }
}

function findNameError(answer: string): string | undefined {
  if (namePattern.test(answer)) return undefined
  return 'must have 1 to 64 lower-case letters, digits and hyphens, and no hyphen at its ends'
}
