/** The policy `jwt-generate`: makes a JSON Web Token (RFC 7519), signed, encrypted or both. */
import { randomUUID } from 'node:crypto'
import { definedMembers } from '../../../shared/lib/collections/defined-members.ts'
import { membersOf } from '../../../shared/lib/collections/json-object.ts'
import { type Static, Type } from '../../../shared/lib/json-schema/type.ts'
import type { Call } from '../../data-plane/call/call.ts'
import { DocumentError, type ValueLocation } from '../../data-plane/errors/document-error.ts'
import { GatewayError } from '../../data-plane/errors/gateway-errors.ts'
import { setHeader } from '../../data-plane/message/headers.ts'
import { definePolicy } from '../../data-plane/policy/policy.ts'
import { compileValueReader, parseIfJson } from '../../data-plane/templates/value-reader.ts'

const variable = (description: string) => Type.Optional(Type.String({ description }))

const settings = Type.Object({
  jwt: Type.Optional(
    Type.String({ description: 'The variable that gets the token. Without it, the Authorization header gets it' }),
  ),
  'jti-claim': Type.Boolean({ default: false, description: 'Whether the token gets an id' }),
  'iss-claim': Type.String({ default: 'iss.claim', description: 'The variable with the issuer' }),
  'sub-claim': variable('The variable with the subject'),
  'aud-claim': variable('The variable with the audiences, separated by commas'),
  'exp-claim': Type.Integer({ default: 3_600, minimum: 1, description: 'Seconds for which the token is valid' }),
  'private-claims': variable('The variable with an object of further claims'),
  'jws-jwk': variable('The variable with the key that signs: a JWK or PEM'),
  'jws-alg': Type.Optional(
    Type.Enum(['HS', 'RS', 'ES', 'PS'].flatMap((kind) => ['256', '384', '512'].map((size) => `${kind}${size}`))),
  ),
  'jws-crypto': variable('The property with the key that signs'),
  'custom-kid-value-jws': variable('The variable with the key id of the signature'),
  'jwe-enc': Type.Optional(
    Type.Enum(['A128CBC-HS256', 'A192CBC-HS384', 'A256CBC-HS512', 'A128GCM', 'A192GCM', 'A256GCM']),
  ),
  'jwe-jwk': variable('The variable with the key that encrypts'),
  'jwe-alg': Type.Optional(
    Type.Enum(['RSA-OAEP', 'RSA-OAEP-256', 'dir', 'A128KW', 'A192KW', 'A256KW', 'ECDH-ES', 'ECDH-ES+A256KW']),
  ),
  'jwe-crypto': variable('The property with the key that encrypts'),
  'custom-kid-value-jwe': variable('The variable with the key id of the encryption'),
})

export const jwtGeneratePolicy = definePolicy({
  policy: 'jwt-generate',
  settings,

  assignedVariables: ({ jwt }) => (jwt ? [jwt] : []),

  build(settings, { scope, location, deps }) {
    const reader = (name: string | undefined) => (name ? compileValueReader(name, scope) : () => undefined)
    const claimsOf = {
      iss: reader(settings['iss-claim']),
      sub: reader(settings['sub-claim']),
      aud: reader(settings['aud-claim']),
    }
    const readPrivate = reader(settings['private-claims'])
    const signing = settings['jws-crypto'] ?? settings['jws-jwk']
    const encryption = settings['jwe-crypto'] ?? settings['jwe-jwk']
    const { 'jws-alg': algorithm, 'jwe-alg': keyAlgorithm, 'jwe-enc': contentAlgorithm } = settings
    requireAlgorithms(settings, location)
    const readKeys = { signing: reader(signing), encryption: reader(encryption) }
    const readIds = { jws: reader(settings['custom-kid-value-jws']), jwe: reader(settings['custom-kid-value-jwe']) }
    const failed = new GatewayError('policy_failed', { location })

    function buildClaims(call: Call): Record<string, unknown> {
      const now = Math.floor(deps.clock() / 1_000)
      const aud = textOf(claimsOf.aud(call))
        ?.split(',')
        .map((each) => each.trim())
      const own = definedMembers({
        iss: textOf(claimsOf.iss(call)),
        sub: textOf(claimsOf.sub(call)),
        aud: aud?.length === 1 ? aud[0] : aud,
        jti: settings['jti-claim'] ? randomUUID() : undefined,
        iat: now,
        exp: now + settings['exp-claim'],
      })
      return { ...membersOf(parseIfJson(readPrivate(call))), ...own }
    }

    return async function jwtGenerate(call) {
      const { createJwt, JwtError } = await import('./jwt-work.ts')
      try {
        const token = await createJwt(
          buildClaims(call),
          algorithm && signing
            ? { key: readKeys.signing(call), algorithm, keyId: textOf(readIds.jws(call)) }
            : undefined,
          keyAlgorithm && contentAlgorithm && encryption
            ? {
                key: readKeys.encryption(call),
                algorithm: keyAlgorithm,
                encryption: contentAlgorithm,
                keyId: textOf(readIds.jwe(call)),
              }
            : undefined,
        )
        storeToken(call, settings.jwt, token)
        return undefined
      } catch (error) {
        if (!(error instanceof JwtError)) throw error
        call.outcome.detail = `jwt-generate: ${error.message}`
        return failed
      }
    }
  },
})

/** Throws a `DocumentError` when no key is named, or a key has no algorithm. */
function requireAlgorithms(written: Static<typeof settings>, location: ValueLocation): void {
  const signs = written['jws-crypto'] ?? written['jws-jwk']
  const encrypts = written['jwe-crypto'] ?? written['jwe-jwk']
  if (!signs && !encrypts)
    throw new DocumentError(location, 'jwt-generate needs a key: jws-jwk or jws-crypto, jwe-jwk or jwe-crypto')
  if (signs && !written['jws-alg'])
    throw new DocumentError(location, 'jwt-generate with a key that signs needs jws-alg')
  if (encrypts && !(written['jwe-alg'] && written['jwe-enc']))
    throw new DocumentError(location, 'jwt-generate with a key that encrypts needs jwe-alg and jwe-enc')
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : String(value)
}

function storeToken(call: Call, variable: string | undefined, token: string): void {
  if (variable) {
    call.message.setVariable(variable, token)
    return
  }
  call.caller.isAuthorizationConsumed = true // the token replaces the Authorization header of the caller
  setHeader(call.message.headers, 'Authorization', `Bearer ${token}`)
}
