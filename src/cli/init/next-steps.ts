/** The text that `sluice init` prints at its end: the commands to paste. */
import type { ImportedApi } from '../../config/import/index.ts'
import type { Answers } from './questions.ts'
import { providerName, type StarterContent } from './starter-documents.ts'
import type { Starter } from './write-starter.ts'

/** Returns the text. The client secret and the password are shown only here. */
export function renderNextSteps(
  folder: string,
  { answers, api: imported }: StarterContent,
  starter: Starter,
): string {
  const { org, catalog, api, user } = answers
  const { clientId, clientSecret, password = 'PASSWORD' } = starter
  const origin = `http://127.0.0.1:8080/${org}/${catalog}`
  const { path, scope, note } = describeCall(answers, imported)
  return `The documents of ${api} are in ${folder}. Start the gateway:

  ${folder === '.' ? '' : `cd ${folder} && `}npx sluice start

Paste these into another shell:

  TOKEN=$(curl -s ${origin}/${providerName}/oauth2/token \\
    -d grant_type=password -d client_id=${clientId} -d client_secret=${clientSecret} \\
    --data-urlencode username=${user} --data-urlencode password=${password} ${scope}\\
    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl '${origin}${path}' -H "Authorization: Bearer $TOKEN"     # ${note}

${starter.password === undefined ? 'The client secret is' : 'The client secret and the password are'} shown this once. apis/${api}.yaml lists the operations that are open.
`
}

/** Returns the call to try: the path below the catalog, the parameter with the scopes, and where the call goes. */
function describeCall({ api, backend }: Answers, imported: ImportedApi | undefined) {
  if (!imported) return { path: `/${api}/v1/${api}`, scope: `-d scope=${api} `, note: `${backend}/${api}` }
  const { path = '/', scopes = [...imported.scopes.keys()] } = imported.example ?? {}
  return {
    path: `${imported.basePath}${path}`,
    scope: scopes.length > 0 ? `--data-urlencode 'scope=${scopes.join(' ')}' ` : '',
    note: `${imported.upstream}${path}${path.includes('{') ? ': replace the parameters in braces' : ''}`,
  }
}
