/** The policy `jwt-validate`: verifies a JSON Web Token (RFC 7519), and makes its claims a variable. */
import { type Static, Type } from '../../../shared/lib/json-schema/type.ts'
import { compilePattern, type Pattern } from '../../../shared/lib/patterns/compile-pattern.ts'
import { PatternTimeoutError } from '../../../shared/lib/patterns/timed-expression.ts'
import type { Call } from '../../data-plane/call/call.ts'
import {
  DocumentError,
  locateWithin,
  UndefinedValueError,
  type ValueLocation,
} from '../../data-plane/errors/document-error.ts'
import { GatewayError } from '../../data-plane/errors/gateway-errors.ts'
import { definePolicy, type PolicyContext } from '../../data-plane/policy/policy.ts'
import { compileTemplate, findFixedText } from '../../data-plane/templates/template.ts'
import { compileValueReader, type ValueReader } from '../../data-plane/templates/value-reader.ts'

const variable = (description: string) => Type.Optional(Type.String({ description }))

const defaultOutput = 'decoded.claims'

const settings = Type.Object({
  jwt: Type.String({ default: 'request.headers.authorization', description: 'The variable with the token' }),
  'output-claims': Type.String({ default: defaultOutput, description: 'The variable that gets the claims' }),
  'iss-claim': variable('A regular expression that the issuer must match'),
  'aud-claim': variable('A regular expression that an audience must match'),
  'jws-jwk': variable('The variable with the key of the signature: a JWK, a JWK set, or PEM'),
  'jws-crypto': variable('The property with the key of the signature'),
  'jws-jwks-url': variable('The URL of the keys of the issuer. A member of Sluice'),
  'jwe-jwk': variable('The variable with the key that decrypts the token'),
  'jwe-crypto': variable('The property with the key that decrypts the token'),
})

type JwtWork = typeof import('./jwt-work.ts')

const maxTokenLength = 16 * 1024 // characters

export const jwtValidatePolicy = definePolicy({
  policy: 'jwt-validate',
  settings,

  assignedVariables: (settings) => [settings['output-claims'] ?? defaultOutput, 'jwt-validate.error-message'],

  build(settings, context) {
    const { scope, location, deps } = context
    const readToken = compileValueReader(settings.jwt, scope)
    const findKey = compileKey(settings, context)
    const readDecryptionKey = readerOf(settings['jwe-crypto'] ?? settings['jwe-jwk'], context)
    const issuer = compileClaimPattern(settings['iss-claim'], locateWithin(location, 'iss-claim'))
    const audience = compileClaimPattern(settings['aud-claim'], locateWithin(location, 'aud-claim'))
    const output = settings['output-claims']
    const rejection = new GatewayError('jwt_invalid', {
      headers: ['WWW-Authenticate', 'Bearer error="invalid_token"'],
      location,
    })
    const unavailable = new GatewayError('provider_unavailable', { headers: ['Retry-After', '5'], location })

    return async function jwtValidate(call) {
      const work = await import('./jwt-work.ts')
      try {
        const token = String(readToken(call) ?? '').replace(/^bearer +/i, '')
        if (token === '') throw new work.JwtError(`there is no token in ${settings.jwt}`)
        if (token.length > maxTokenLength) throw new work.JwtError('the token is too long')
        const claims = await work.verifyJwt(token, findKey(call, work), readDecryptionKey?.(call), deps.clock())
        checkClaim('iss', issuer, claims.iss, work)
        checkClaim('aud', audience, claims.aud, work)
        call.message.setVariable(output, claims)
        return undefined
      } catch (error) {
        if (!(error instanceof work.JwtError)) throw error
        call.outcome.detail = error.message
        call.message.setVariable('jwt-validate.error-message', error.message)
        return error instanceof work.KeysUnavailableError ? unavailable : rejection
      }
    }
  },
})

const keysTimeoutMs = 10_000

/** Returns a function that finds the key of the signature. The keys of a URL are opened once for the policy. */
function compileKey(
  { 'jws-jwk': jwk, 'jws-crypto': crypto, 'jws-jwks-url': url }: Static<typeof settings>,
  context: PolicyContext,
): (call: Call, work: JwtWork) => unknown {
  const { scope, location, connections, lasting } = context
  if (url !== undefined) {
    const at = locateWithin(location, 'jws-jwks-url')
    const text = findFixedText(compileTemplate(url, scope, at))
    if (text === undefined || !URL.canParse(text) || !/^https?:/.test(text))
      throw new DocumentError(at, `jws-jwks-url must be a fixed http or https URL - found "${url}"`)
    let keys: unknown
    return (_, work) => {
      const connect = connections.find(new URL(text).origin, undefined)
      keys ??= work.openRemoteKeys(new URL(text), connect, keysTimeoutMs, lasting)
      return keys
    }
  }
  const read = readerOf(crypto ?? jwk, context)
  if (!read) throw new UndefinedValueError(location, 'jwt-validate needs a key: jws-jwk, jws-crypto or jws-jwks-url')
  return (call) => read(call)
}

function readerOf(name: string | undefined, { scope }: PolicyContext): ValueReader | undefined {
  return name ? compileValueReader(name, scope) : undefined
}

function compileClaimPattern(source: string | undefined, location: ValueLocation): Pattern | undefined {
  if (!source) return undefined
  try {
    return compilePattern(source)
  } catch (error) {
    throw new DocumentError(location, `"${source}" is not a regular expression: ${(error as Error).message}`)
  }
}

function checkClaim(name: string, pattern: Pattern | undefined, value: unknown, { JwtError }: JwtWork): void {
  if (!pattern) return
  const values = Array.isArray(value) ? value : [value ?? '']
  if (!values.some((each) => matches(pattern, String(each))))
    throw new JwtError(`the claim ${name} is ${JSON.stringify(value)}, which does not match ${pattern}`)
}

/** A claim that cannot be tested in time does not match. */
function matches(pattern: Pattern, text: string): boolean {
  try {
    return pattern.test(text)
  } catch (error) {
    if (error instanceof PatternTimeoutError) return false
    throw error
  }
}
