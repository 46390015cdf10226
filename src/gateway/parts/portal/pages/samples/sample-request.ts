/** Builds the request of a code sample from the values of the reader. All functions are pure. */
import type { ExampleRequest } from '../../catalogue/examples/example-request.ts'
import type { ApiView, OperationView, RequirementView } from '../../rest/index.ts'
import { buildApiRequest, type RequestCredentials, type RequestDraft } from '../try/api-request.ts'

/** Stand for credentials that the reader does not have yet. */
const placeholders = { token: 'ACCESS_TOKEN', clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET' } as const

/** The credentials that the reader has. */
export type SampleCredentials = Partial<Pick<RequestCredentials, 'token' | 'clientId' | 'clientSecret'>>

export function buildSampleRequest(
  api: Pick<ApiView, 'basePath' | 'server'>,
  operation: OperationView,
  draft: RequestDraft,
  { token, clientId, clientSecret }: SampleCredentials,
): ExampleRequest {
  const requirement: RequirementView | undefined = operation.security[0]
  const { method, path, headers, body } = buildApiRequest(api, operation, fillPath(operation, draft), requirement, {
    token: token || placeholders.token,
    clientId: clientId || placeholders.clientId,
    clientSecret: clientSecret || placeholders.clientSecret,
    name: '',
    password: '',
  })
  return {
    method,
    url: new URL(path, api.server).href,
    headers,
    basic: requirement?.all.some(({ type }) => type === 'basic') ?? false,
    certificate: requirement?.all.some(({ type }) => type === 'mutualTLS') ?? false,
    body,
  }
}

/** Returns the draft with an example value for each empty path parameter, because a URL needs them all. */
function fillPath({ parameters }: OperationView, draft: RequestDraft): RequestDraft {
  const missing = parameters
    .filter((each) => each.in === 'path' && !draft.values[`path ${each.name}`])
    .map(({ name, example }) => [`path ${name}`, example || name] as const)
  return { ...draft, values: { ...draft.values, ...Object.fromEntries(missing) } }
}
