/** The client secrets and further credentials of an application. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources } from '../../../../shared/rest/resource.ts'
import { body, flag, limitedText, text, view } from '../../../../shared/rest/shapes.ts'
import { secretExpiresAt } from './applications.ts'

const clientSecret = text('The secret, which no other response contains.')

export type ResetSecretRequest = Static<typeof ResetSecretRequest>
export const ResetSecretRequest = body('ResetSecretRequest', {
  keepOld: Type.Optional(flag('Whether the old secret stays valid for a while; the default is true.')),
  keep: Type.Optional(
    Type.Enum(['newest', 'old'], {
      'x-words': 'newest or old',
      description: 'The secret that stays valid; required when two are valid.',
    }),
  ),
  oldUntil: Type.Optional({
    ...secretExpiresAt,
    description:
      'When the old secret becomes invalid, at most 90 days ahead; by default it stays valid until it is dropped.',
  }),
  secretExpiresAt: Type.Optional(secretExpiresAt),
})

export type ResetSecretResponse = Static<typeof ResetSecretResponse>
export const ResetSecretResponse = view('ResetSecretResponse', {
  clientId: text(),
  clientSecret,
  keptOld: flag(),
  oldUntil: Type.Optional(text()),
})

const CreateCredentialRequest = body('CreateCredentialRequest', {
  name: Type.String({
    pattern: '^[A-Za-z0-9]([A-Za-z0-9 ._-]*[A-Za-z0-9._-])?$',
    maxLength: 64,
    'x-words': 'a name of up to 64 letters, digits, blanks, "-", "_" and "."',
  }),
  secretExpiresAt: Type.Optional(secretExpiresAt),
})

export type CreateCredentialResponse = Static<typeof CreateCredentialResponse>
export const CreateCredentialResponse = view('CreateCredentialResponse', {
  name: text(),
  clientId: text(),
  clientSecret,
})

export type VerifySecretResponse = Static<typeof VerifySecretResponse>
export const VerifySecretResponse = view('VerifySecretResponse', {
  valid: flag(),
  secret: Type.Optional(Type.Enum(['newest', 'old'], { description: 'Which of the secrets it is, if it is valid.' })),
})

export const secretResources = declareResources('applications', {
  'POST /applications/:application/secrets': {
    id: 'createSecret',
    summary: 'Create a secret beside the old one, or in its place',
    body: ResetSecretRequest,
    status: 201,
    response: ResetSecretResponse,
  },
  'DELETE /applications/:application/secrets/old': { id: 'removeOldSecret', summary: 'Remove the old secret' },
  'POST /applications/:application/credentials': {
    id: 'addCredential',
    summary: 'Add a credential',
    body: CreateCredentialRequest,
    status: 201,
    response: CreateCredentialResponse,
  },
  'DELETE /applications/:application/credentials/:credential': {
    id: 'removeCredential',
    summary: 'Remove a credential; the last one stays',
  },
  'POST /applications/:application/verify': {
    id: 'verifySecret',
    summary: 'Check a secret',
    body: body('VerifySecretRequest', { clientSecret: limitedText('a client secret', 1024) }),
    response: VerifySecretResponse,
  },
})
