/** The questions of `sluice ask` with a line each, in a file of their own: the table of questions loads the gateway. */
export const questionHelp = {
  callers: { help: 'which applications have called the API within 30 days', words: 'API' },
  impact: { help: 'which applications may call the API, and their owners: who would notice its end', words: 'API' },
  'old-secrets': { help: 'which credentials with a secret are older than a year, or of unknown age' },
  'unused-scopes': { help: 'which scopes no operation requires, or no kept call of the last day had' },
  'nearly-used-up': { help: 'which limits of plans are used to 80 % or more' },
  sessions: { help: 'which sign-ins of the user can get new tokens', words: 'USER' },
  'slow-calls': { help: 'which calls of each operation were the slowest within an hour, and where their time went' },
} as const
