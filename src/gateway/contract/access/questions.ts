/** The questions that operators ask: with `sluice ask`, and on a page of the portal. */

/** The questions: what the answer of each lists, and what its argument names; absent when it has none. */
export const questionTable = {
  callers: { help: 'which applications have called the API within 30 days', words: 'API' },
  impact: { help: 'which applications may call the API, and their owners: who would notice its end', words: 'API' },
  'old-secrets': { help: 'which credentials with a secret are older than a year, or of unknown age' },
  'unused-scopes': { help: 'which scopes no operation requires, or no kept call of the last day had' },
  'nearly-used-up': { help: 'which limits of plans are used to 80 % or more' },
  sessions: { help: 'which sign-ins of the user can get new tokens', words: 'USER' },
  'slow-calls': { help: 'which calls of each operation were the slowest within an hour, and where their time went' },
} as const satisfies Readonly<Record<string, { help: string; words?: string }>>

export type QuestionName = keyof typeof questionTable

/** A row of an answer: texts by the names of the columns. */
export type AnswerRow = Readonly<Record<string, string>>

/** Returns whether a question exists, and has an argument exactly when it needs one. */
export function isQuestion(name: string, argument: string): name is QuestionName {
  return Object.hasOwn(questionTable, name) && 'words' in questionTable[name as QuestionName] === (argument !== '')
}
