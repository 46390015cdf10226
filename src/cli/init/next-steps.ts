/** The text that `sluice init` prints at its end: the commands to paste. */
import type { Answers } from './questions.ts'
import { providerName } from './starter-documents.ts'
import type { Starter } from './write-starter.ts'

/** Returns the text. The client secret and the password are shown only here. */
export function renderNextSteps(folder: string, answers: Answers, starter: Starter): string {
  const { org, catalog, api, user, backend } = answers
  const { clientId, clientSecret, password = 'PASSWORD' } = starter
  const origin = `http://127.0.0.1:8080/${org}/${catalog}`
  return `The documents of ${api} are in ${folder}. Start the gateway:

  ${folder === '.' ? '' : `cd ${folder} && `}npx sluice start

Paste these into another shell:

  TOKEN=$(curl -s ${origin}/${providerName}/oauth2/token \\
    -d grant_type=password -d client_id=${clientId} -d client_secret=${clientSecret} \\
    --data-urlencode username=${user} --data-urlencode password=${password} -d scope=${api} \\
    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl ${origin}/${api}/v1/${api} -H "Authorization: Bearer $TOKEN"     # ${backend}/${api}

${starter.password === undefined ? 'The client secret is' : 'The client secret and the password are'} shown this once. apis/${api}.yaml lists the operations that are open.
`
}
