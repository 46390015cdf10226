/** The questions of `sluice ask` with a line each, in a file of their own: the table of questions loads the gateway. */
export const questionHelp = {
  callers: 'which applications have called the API within 30 days',
  impact: 'which applications may call the API, and their owners: who would notice its end',
  'old-secrets': 'which credentials with a secret are older than a year, or of unknown age',
  'unused-scopes': 'which scopes no operation requires, or no kept call of the last day had',
  'nearly-used-up': 'which limits of plans are used to 80 % or more',
  sessions: 'which sign-ins of the user can get new tokens',
  'slow-calls': 'which calls of each operation were the slowest within an hour, and where their time went',
} as const
