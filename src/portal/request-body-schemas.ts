/**
 * The JSON Schema of each request body. `x-words` describes the accepted values of a member, including the maximum length;
 * error texts use it.
 */
import { type TSchema, Type } from '../lib/json-schema/type.ts'

import type { ResourceKey } from './context/portal-context.ts'
import type { PortalResources } from './rest/index.ts'

type ResourceWithBody = {
  [R in ResourceKey]: PortalResources[R] extends { body: unknown } ? R : never
}[ResourceKey]

const closed = (members: Record<string, TSchema>) => Type.Object(members, { additionalProperties: false })

const account = {
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: "^[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N} ._@+'-]*[\\p{L}\\p{M}\\p{N}_.+-])?$",
    'x-words': `a name of 1 to 64 letters and digits, with blanks and . _ @ + ' - inside`,
  }),
  /** The name of an account that exists: its registry has its own rule. */
  anyName: Type.String({ minLength: 1, maxLength: 256, 'x-words': 'a user name of up to 256 characters' }),
  password: Type.String({ minLength: 1, maxLength: 1024, 'x-words': 'a password of up to 1024 characters' }),
}
const newPassword = Type.String({
  minLength: 8,
  maxLength: 1024,
  'x-words': 'a password of 8 to 1024 characters',
})

const email = Type.String({
  pattern: '^[^\\s@<>",;:]+@[^\\s@<>",;:]+$',
  maxLength: 254,
  'x-words': 'a mail address of up to 254 characters',
})
const mailToken = Type.String({
  minLength: 1,
  maxLength: 100,
  'x-words': 'the token of the mail, of up to 100 characters',
})

const name = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  maxLength: 64,
  'x-words': 'a name of up to 64 letters, digits, "-", "_" and ".", beginning with a letter or digit',
})
const title = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[\\p{Z}\\ufeff]*[^\\p{Cc}\\s][^\\p{Cc}]*$',
  'x-words': 'a line of up to 100 characters',
})
const grantWords = 'a list of password, application, access_code and refresh_token'
const grants = Type.Array(Type.Enum(['password', 'application', 'access_code', 'refresh_token']), {
  uniqueItems: true,
  minItems: 1,
  'x-words': grantWords,
})
const redirectEndpoints = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
  uniqueItems: true,
  maxItems: 20,
  'x-words': 'a list of up to 20 absolute URLs of up to 2000 characters, each once',
})

const time = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:\\d\\d)$',
  maxLength: 40,
  'x-words': 'a time such as 2026-01-31T12:00:00Z, of up to 40 characters',
})

const changedDocument = {
  file: Type.String({
    minLength: 1,
    maxLength: 512,
    'x-words': 'the path of a document, of up to 512 characters',
  }),
  text: Type.Union([Type.String({ maxLength: 4 * 1024 * 1024 }), Type.Null()], {
    'x-words': 'the text of the document, of up to 4 MiB, or null to remove it',
  }),
}

const savedDocument = {
  ...changedDocument,
  revision: Type.Union([Type.String(), Type.Null()], {
    'x-words': 'the revision of the text that was changed, or null for a new document',
  }),
}
const changesOf = (members: Record<string, TSchema>) =>
  Type.Array(closed(members), { minItems: 1, maxItems: 100, 'x-words': 'a list of up to 100 changes' })

export const requestBodySchemas: Readonly<Record<ResourceWithBody, TSchema>> = {
  'POST /account': closed({
    name: account.name,
    password: newPassword,
    email: Type.Optional(email),
  }),
  'PUT /account/email': closed({ email, password: account.password }),
  'PUT /account/email/verified': closed({ token: mailToken }),
  'POST /account/reset': closed({ name: account.anyName }),
  'PUT /account/reset': closed({ token: mailToken, newPassword }),
  'PUT /account/password': closed({ password: account.password, newPassword }),
  'POST /session': closed({ name: account.anyName, password: account.password }),

  'POST /applications': closed({
    name,
    title: Type.Optional(title),
    clientType: Type.Optional(Type.Enum(['confidential', 'public'], { 'x-words': 'confidential or public' })),
    grants: Type.Optional(grants),
    redirectEndpoints: Type.Optional(redirectEndpoints),
    secretExpiresAt: Type.Optional(time),
  }),
  'PATCH /applications/:application': closed({
    title: Type.Optional(title),
    grants: Type.Optional(Type.Union([grants, Type.Null()], { 'x-words': `${grantWords}, or null` })),
    redirectEndpoints: Type.Optional(redirectEndpoints),
  }),
  'POST /applications/:application/secrets': closed({
    keepOld: Type.Optional(Type.Boolean()),
    keep: Type.Optional(Type.Enum(['newest', 'old'], { 'x-words': 'newest or old' })),
    oldUntil: Type.Optional(time),
    secretExpiresAt: Type.Optional(time),
  }),
  'POST /applications/:application/credentials': closed({
    name: Type.String({
      pattern: '^[A-Za-z0-9]([A-Za-z0-9 ._-]*[A-Za-z0-9._-])?$',
      maxLength: 64,
      'x-words': 'a name of up to 64 letters, digits, blanks, "-", "_" and "."',
    }),
    secretExpiresAt: Type.Optional(time),
  }),
  'POST /applications/:application/verify': closed({
    clientSecret: Type.String({ maxLength: 1024, 'x-words': 'a client secret of up to 1024 characters' }),
  }),
  'PUT /applications/:application/subscriptions/:product': closed({ plan: Type.String({ minLength: 1 }) }),

  'POST /approvals/:approval': closed({
    decision: Type.Enum(['approve', 'deny'], { 'x-words': 'approve or deny' }),
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, 'x-words': 'a text of up to 500 characters' }),
    ),
  }),
  'POST /configuration/preview': closed(changedDocument),
  'PUT /configuration/document': closed(savedDocument),
  'POST /configuration/import': closed({
    catalog: changedDocument.file,
    provider: Type.String({ maxLength: 128, 'x-words': 'the name of a provider, of up to 128 characters' }),
    files: Type.Array(
      closed({
        path: Type.String({ minLength: 1, maxLength: 1000, 'x-words': 'a path of up to 1000 characters' }),
        text: Type.String({
          minLength: 1,
          maxLength: 8 * 1024 * 1024,
          'x-words': 'the text of an OpenAPI file of up to 8 MiB',
        }),
      }),
      { minItems: 1, maxItems: 200, 'x-words': 'a list of 1 to 200 files' },
    ),
    name: Type.Optional(name),
    upstream: Type.Optional(
      Type.String({
        pattern: '^https?://',
        maxLength: 2000,
        'x-words': 'an http or https URL of up to 2000 characters',
      }),
    ),
  }),
  'POST /configuration/sign-in-test': closed({
    file: changedDocument.file,
    text: Type.String({ maxLength: 1024 * 1024, 'x-words': 'the text of the document, of up to 1 MiB' }),
    user: account.anyName,
    password: account.password,
  }),
  'POST /configuration/calls': closed({
    api: Type.Optional(
      Type.String({ maxLength: 512, 'x-words': 'an API as name:version, of up to 512 characters' }),
    ),
    application: Type.Optional(
      Type.String({ maxLength: 128, 'x-words': 'the name of an application, of up to 128 characters' }),
    ),
    calls: Type.Integer({ minimum: 1, maximum: 1000, 'x-words': 'a whole number from 1 to 1000' }),
    minutes: Type.Integer({ minimum: 1, maximum: 60, 'x-words': 'a whole number from 1 to 60' }),
    oneIn: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, 'x-words': 'a whole number from 1 to 1000' }),
    ),
  }),
  'POST /configuration/rename': closed({ file: changedDocument.file, name }),
  'POST /configuration/changes/preview': closed({ changes: changesOf(changedDocument) }),
  'POST /configuration/changes': closed({ changes: changesOf(savedDocument) }),
  'POST /tokens/inspect': closed({
    token: Type.String({ minLength: 1, maxLength: 32_768, 'x-words': 'a token of up to 32768 characters' }),
  }),
}
