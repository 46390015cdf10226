/** The text that `sluice init` prints at its end: the commands to paste. */
import { pluralize } from '../../../../shared/cli/common/pluralize.ts'
import { quoteForShell, quoteWord } from '../../../../shared/cli/common/quote.ts'
import type { Api, Operation, SecurityRequirement } from '../../../config/index.ts'
import { type ExampleCall, isOpen, readKey } from '../commands/example-call.ts'
import { describeAuthentication } from '../commands/render-import.ts'
import { type Answers, guessedBackend } from './questions.ts'
import { providerName, type StarterContent } from './starter-documents.ts'
import type { Starter } from './write-starter.ts'

const maxListedOperations = 5

/** The command as the user typed it. Outside a checkout, npx would ask the registry for a package of this name. */
const sluice = process.env.npm_command === 'exec' ? 'npx sluice' : 'sluice'

/** Returns the text. The client secret and the password are shown only here. `origin` is that of the gateway for this machine. */
export function renderNextSteps(
  folder: string,
  { answers, api: imported }: StarterContent,
  starter: Starter,
  origin: string,
): string {
  const { api, call, password } = starter
  const start = `${folder === '.' ? '' : `cd ${quoteWord(folder)} && `}${sluice} start`
  const paragraphs = [
    `The documents of ${answers.api} are in ${folder}. ${describeOperations(api)}`,
    `Start the gateway:\n\n  ${start}`,
  ]
  if (call) paragraphs.push(renderCallToTry({ answers, api: imported }, starter, origin))
  paragraphs.push(
    `The client id of the first application is ${starter.clientId}, its secret ${starter.clientSecret}${password === undefined ? '. The secret is' : `,\nand the password of ${answers.user} ${password}. Secret and password are`} shown this once.`,
  )
  if (starter.hasTests) paragraphs.push(`Tests of the documents are beside them: ${sluice} test`)
  if (answers.credential)
    paragraphs.push(
      `The gateway authenticates itself at the API: ${answers.credential.needs} must be there before it starts.`,
    )
  else if (!imported || imported.upstream !== undefined) paragraphs.push(`Note: ${describeAuthentication(api.name)}.`)
  return `${paragraphs.join('\n\n')}\n`
}

/** Returns the call to paste, with the request for a token before it; a sentence for an API without operations. */
export function renderCallToTry({ answers, api: imported }: StarterContent, starter: Starter, origin: string): string {
  const { api, call } = starter
  if (!call) return `apis/${api.name}.yaml has no operation, so there is nothing to call yet.`
  const target = `${answers.backend}${call.template}`
  const upstream = imported && !imported.upstream ? 'where the assembly of the API says' : target
  const guess = answers.backend === guessedBackend ? ', the default of --backend URL' : ''
  const values = call.hasExampleValues ? ', with example values' : ''
  const lines = renderCall(`${origin}/${answers.org}/${answers.catalog}`, api, call, answers, starter)
  const indented = lines.map((line) => `  ${line}`).join('\n')
  return `Paste this into another shell. The call goes to ${upstream}${values}${guess}:\n\n${indented}`
}

/** Returns how many operations the gateway serves, and which of them need no credentials. */
function describeOperations({ name, operations }: Api): string {
  const open = operations.filter(isOpen).map(({ method, path }) => `${method} ${path}`)
  const served = `apis/${name}.yaml has ${pluralize(operations.length, 'operation')}`
  if (operations.length === 0) return `${served}, so there is nothing to call yet.`
  const scopes = describeScopes(operations)
  if (open.length === 0) return `${served}, and each needs credentials${scopes}.`
  const listed = open.slice(0, maxListedOperations).join(', ')
  const others = open.length > maxListedOperations ? ', …' : ''
  return `${served}, ${open.length} of them open to callers without credentials: ${listed}${others}${scopes}.`
}

/** Returns how many operations need a scope, the most frequent first: `; 3 need orders.write`. */
function describeScopes(operations: readonly Operation[]): string {
  const counts = new Map<string, number>()
  for (const { security } of operations) {
    const needed = security.flatMap(({ all }) =>
      all.flatMap(({ definition: { type }, scopes }) => (type === 'oauth2' ? scopes : [])),
    )
    for (const scope of new Set(needed)) counts.set(scope, (counts.get(scope) ?? 0) + 1)
  }
  const listed = [...counts].toSorted(([, first], [, second]) => second - first).slice(0, maxListedOperations)
  return listed
    .map(([scope, count], index) => `${index === 0 ? ';' : ','} ${count} ${count === 1 ? 'needs' : 'need'} ${scope}`)
    .join('')
}

/** Returns the lines of the call, with the request for a token before it when it needs one. */
function renderCall(base: string, api: Api, call: ExampleCall, answers: Answers, starter: Starter): string[] {
  const credentials = findCredentials(call.requirement, starter)
  const query = credentials.query.map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
  const url = [`${base}${api.basePath}${call.target}`, ...query].reduce(
    (before, each) => `${before}${before.includes('?') ? '&' : '?'}${each}`,
  )
  const headers = [...call.headers, ...credentials.headers]
  const { method, body } = call
  const parts = [
    // Without -g, curl replaces brackets and braces in a URL. -X HEAD would wait for a body.
    `curl ${/[[\]{}]/.test(url) ? '-g ' : ''}${method === 'HEAD' ? '-I ' : method === 'GET' ? '' : `-X ${method} `}${quoteForShell(url)}`,
    ...(credentials.scopes ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoteForShell(body)}`]),
  ]
  const token = credentials.scopes ? renderTokenRequest(base, credentials.scopes, answers.user, starter) : []
  return [...token, parts.join(' \\\n    ')]
}

function renderTokenRequest(
  base: string,
  scopes: readonly string[],
  user: string,
  { clientId, clientSecret, password = 'PASSWORD' }: Starter,
): string[] {
  const scope = scopes.length === 0 ? '' : `--data-urlencode ${quoteWord(`scope=${scopes.join(' ')}`)} `
  return [
    `TOKEN=$(curl -s ${base}/${providerName}/oauth2/token \\`,
    `  -d grant_type=password -d client_id=${clientId} -d client_secret=${clientSecret} \\`,
    `  --data-urlencode username=${user} --data-urlencode password=${password} ${scope}\\`,
    `  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  ]
}

interface CallCredentials {
  /** The scopes of the token; undefined for a call without a token. */
  scopes: readonly string[] | undefined
  headers: [name: string, value: string][]
  query: [name: string, value: string][]
}

function findCredentials(
  requirement: SecurityRequirement | undefined,
  { clientId, clientSecret }: Starter,
): CallCredentials {
  const credentials: CallCredentials = { scopes: undefined, headers: [], query: [] }
  for (const { definition, scopes } of requirement?.all ?? []) {
    if (definition.type === 'oauth2') credentials.scopes = scopes
    const key = readKey(definition.settings)
    if (!key) continue
    const value = key['x-key-type'] === 'client_secret' ? clientSecret : clientId
    credentials[key.in === 'header' ? 'headers' : 'query'].push([key.name, value])
  }
  return credentials
}
