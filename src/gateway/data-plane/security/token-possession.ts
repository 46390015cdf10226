/**
 * Checks that the caller has the key to which an access token is bound: by a DPoP proof (RFC 9449 section 7) or by the client
 * certificate of the connection (RFC 8705 section 3). A plain bearer token needs neither.
 */
import type { IncomingMessage } from 'node:http'
import { findCertificateThumbprint } from '../../../shared/http/request/client-certificate.ts'
import { systemClock } from '../../../shared/lib/time/clock.ts'
import {
  type DpopProof,
  openUsedProofs,
  type ProofNonces,
  type ProofRejection,
  verifyDpopProof,
} from '../../../shared/security/index.ts'
import type { TokenBinding } from '../../contract/access/access-token.ts'
import { renderPublicUrl } from '../../lib/http/public-place.ts'
import type { GatewayDeps } from '../call/deps.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { filterHeaders } from '../message/headers.ts'
import { type BearerErrors, renderDpopChallenge } from './bearer-token.ts'
import type { SecuredCall, SecurityDefinitionContext } from './security-type.ts'

/** The proofs that were used in this process, where no memory is handed in. */
const claimOwnProof = openUsedProofs(systemClock)

/** The requests whose proof was accepted, because each alternative of an operation checks the same proof. */
const proven = new WeakSet<IncomingMessage>()

/** Returns the checks of the tokens of a provider. `nonces` are undefined for tokens of third parties. */
export function buildTokenPossession(context: SecurityDefinitionContext, errors: BearerErrors, nonces?: ProofNonces) {
  const { deps, location } = context
  const claimProof = deps.claimProof ?? claimOwnProof

  function reject(call: SecuredCall, words: string, code = 'invalid_token'): GatewayError {
    call.outcome.detail = words
    // RFC 6750 section 3 limits the characters of a description.
    const description = words.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')
    const parameters = `, error="${code}", error_description="${description}"`
    const headers = ['WWW-Authenticate', renderDpopChallenge(context, parameters)]
    return new GatewayError('proof_invalid', { headers, text: description, location })
  }

  function verifyProof(call: SecuredCall, accessToken: string): DpopProof | ProofRejection {
    const url = renderUrl(call, deps)
    const request = { method: call.request.method ?? '', url, accessToken, nonces, now: deps.clock() }
    const proof = verifyDpopProof(readProof(call), request)
    const isNext = nonces && 'nonce' in proof && proof.nonce === nonces.next()
    const isTold = call.addedHeaders.list.includes('DPoP-Nonce')
    if (nonces && !isNext && !isTold) call.addedHeaders.list.push('DPoP-Nonce', nonces.next())
    return proof
  }

  return {
    /** Checks a bound token that was sent as a bearer token. */
    checkBearer(call: SecuredCall, binding: TokenBinding): GatewayError | undefined {
      const words = binding.jkt ? keyWords : findCertificateProblem(call, binding)
      return words === undefined ? undefined : reject(call, words)
    },

    /** Checks a token that was sent with the scheme DPoP. `binding` is undefined for a plain bearer token. */
    async checkDpop(
      call: SecuredCall,
      token: string,
      binding: TokenBinding | undefined,
    ): Promise<GatewayError | undefined> {
      if (!binding?.jkt) return reject(call, bearerWords)
      if (proven.has(call.request)) return undefined
      const proof = verifyProof(call, token)
      if ('words' in proof) return reject(call, proof.words, proof.code)
      if (proof.jkt !== binding.jkt) return reject(call, otherKeyWords)
      try {
        if (!(await claimProof(proof))) return reject(call, usedWords, 'invalid_dpop_proof')
      } catch (error) {
        call.outcome.detail = `the proof could not be compared with used ones: ${(error as Error).message}`
        return errors.unavailable
      }
      proven.add(call.request)
      call.message.headers = filterHeaders(call.message.headers, (name) => name.toLowerCase() !== 'dpop')
      const words = binding['x5t#S256'] && findCertificateProblem(call, binding)
      return words ? reject(call, words) : undefined
    },
  }
}

const keyWords = 'The access token is bound to a key: send it with the scheme DPoP and a proof in the header DPoP'
const bearerWords = 'The access token is not bound to a key of DPoP: send it with the scheme Bearer'
const otherKeyWords = 'The DPoP proof has another key than that to which the access token is bound'
const usedWords = 'The DPoP proof was used before: make a new one for each request'

function findCertificateProblem({ request }: SecuredCall, binding: TokenBinding): string | undefined {
  const expected = binding['x5t#S256']
  if (expected === undefined) return 'The access token is bound to a key of a kind that the gateway cannot check'
  const found = findCertificateThumbprint(request.socket)
  if (found === expected) return undefined
  return found
    ? 'The access token is bound to another client certificate than that of the connection'
    : 'The access token is bound to a client certificate: connect with it'
}

/** Returns the proof of a request; the texts of several, joined with commas, are rejected. */
function readProof({ request }: SecuredCall): string | undefined {
  return request.headersDistinct.dpop?.join(',')
}

/** Returns the URL of a request as its caller writes it, without the query. */
function renderUrl({ request }: SecuredCall, { baseUrl }: GatewayDeps): string {
  const target = request.url ?? ''
  const path = target.startsWith('/') ? target : (URL.parse(target)?.pathname ?? '')
  return renderPublicUrl(request, path.split('?', 1)[0] ?? '', baseUrl ?? `http://${request.headers.host}`)
}
