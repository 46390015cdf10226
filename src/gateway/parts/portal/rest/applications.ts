/** Applications of the signed-in user. A member that the owner of an application sets is declared once, in `settings`. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources } from '../../../../shared/rest/resource.ts'
import { body, limitedText, list, number, orNull, text, view } from '../../../../shared/rest/shapes.ts'
import { SubscriptionView } from './subscriptions.ts'

export type Grant = Static<typeof Grant>
export const Grant = Type.Enum(['password', 'application', 'access_code', 'refresh_token'], {
  description: 'The name in documents: `application` is client credentials, `access_code` is the authorization code.',
})

export type ClientType = Static<typeof ClientType>
export const ClientType = Type.Enum(['confidential', 'public'], { 'x-words': 'confidential or public' })

export const nameSchema = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  maxLength: 64,
  'x-words': 'a name of up to 64 letters, digits, "-", "_" and ".", beginning with a letter or digit',
})

/** The time at which a new secret expires. */
export const secretExpiresAt = limitedText('a time such as 2026-01-31T12:00:00Z,', 40, {
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:\\d\\d)$',
  description:
    'When the secret expires, ISO 8601; by default after `maxSecretDays` of the portal, and otherwise never.',
})

const settings = {
  title: Type.Optional(
    limitedText('a line', 100, { minLength: 1, pattern: '^[\\p{Z}\\ufeff]*[^\\p{Cc}\\s][^\\p{Cc}]*$' }),
  ),
  grants: Type.Optional(
    Type.Union([Type.Array(Grant, { uniqueItems: true, minItems: 1 }), Type.Null()], {
      'x-words': 'a list of password, application, access_code and refresh_token, or null',
      description: 'The allowed grants; null allows every grant of the provider.',
    }),
  ),
  redirectEndpoints: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
      uniqueItems: true,
      maxItems: 20,
      'x-words': 'a list of up to 20 absolute URLs of up to 2000 characters, each once',
    }),
  ),
}

export type CreateApplicationRequest = Static<typeof CreateApplicationRequest>
export const CreateApplicationRequest = body('CreateApplicationRequest', {
  name: nameSchema,
  clientType: Type.Optional(ClientType),
  secretExpiresAt: Type.Optional(secretExpiresAt),
  ...settings,
})

export type ChangeApplicationRequest = Static<typeof ChangeApplicationRequest>
export const ChangeApplicationRequest = body(
  'ChangeApplicationRequest',
  settings,
  'Changes an application. Absent members keep their value.',
)

export type CredentialView = Static<typeof CredentialView>
export const CredentialView = view(
  'CredentialView',
  {
    name: text('Unique in the application, except in documents that were written by hand.'),
    clientId: text(),
    createdAt: Type.Optional(text('Absent for the credential that was created with the application.')),
    secretExpiresAt: Type.Optional(text('When the newest secret expires; absent for a secret that does not expire.')),
    lastUsed: orNull(
      Type.String(),
      'When one of its secrets was last used, rounded to the minute; null if no use is recorded.',
    ),
  },
  'A pair of client id and client secret of an application.',
)

export type ApplicationView = Static<typeof ApplicationView>
export const ApplicationView = view('ApplicationView', {
  name: text(),
  title: text(),
  state: Type.Enum(['enabled', 'disabled'], {
    description: 'The operator sets `disabled`; the gateway then rejects every call of the application.',
  }),
  clientType: ClientType,
  clientId: text(),
  secrets: number('The number of valid secrets: 0 for a public application, 2 while an old secret is still valid.'),
  oldSecretUntil: Type.Optional(text('When the old secret becomes invalid.')),
  secretsLastUsed: list(
    orNull(Type.String()),
    'When each secret was last used, the newest secret first, rounded to the minute; null if no use is recorded.',
  ),
  credentials: list(CredentialView, 'Every credential; `clientId` and `secrets` above are those of the first.'),
  grants: orNull(Type.Array(Grant), 'The allowed grants; null allows every grant of the provider.'),
  redirectEndpoints: list(text()),
  subscriptions: list(SubscriptionView),
})

export type CreateApplicationResponse = Static<typeof CreateApplicationResponse>
export const CreateApplicationResponse = view('CreateApplicationResponse', {
  application: ApplicationView,
  clientSecret: Type.Optional(text('The secret, which no other response contains; absent for a public application.')),
})

export const applicationResources = declareResources('applications', {
  'GET /applications': { id: 'listApplications', summary: 'List the applications', response: list(ApplicationView) },
  'POST /applications': {
    id: 'createApplication',
    summary: 'Create an application',
    body: CreateApplicationRequest,
    status: 201,
    response: CreateApplicationResponse,
  },
  'GET /applications/:application': {
    id: 'showApplication',
    summary: 'Show an application',
    response: ApplicationView,
  },
  'PATCH /applications/:application': {
    id: 'changeApplication',
    summary: 'Change an application',
    body: ChangeApplicationRequest,
    response: ApplicationView,
  },
  'DELETE /applications/:application': { id: 'removeApplication', summary: 'Remove an application' },
})
