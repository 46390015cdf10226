/**
 * The security definition type `mutualTLS` of OpenAPI 3.1: the client certificate of the TLS connection identifies the
 * application.
 *
 * An application registers the certificate itself, or a name of it (RFC 8705 section 2.1.2). A name counts only in a
 * certificate that is trusted: by the CAs of the document or, when it names none, by the end of the TLS connection,
 * which is this listener or a trusted proxy.
 */
import { X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { Type } from '../../../shared/lib/json-schema/type.ts'
import { splitCertificates } from '../../../shared/lib/text/pem-certificates.ts'
import type { Application } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import { DocumentError } from '../../data-plane/errors/document-error.ts'
import { GatewayError } from '../../data-plane/errors/gateway-errors.ts'
import { setHeader } from '../../data-plane/message/headers.ts'
import { buildClientSetter } from '../../data-plane/security/one-application.ts'
import {
  defineSecurityType,
  type SecuredCall,
  type SecurityDefinitionContext,
} from '../../data-plane/security/security-type.ts'
import { validateChain } from './certificate-chain.ts'
import { findPresentedCertificate, type PresentedCertificate } from './presented-certificate.ts'

const settings = Type.Object({
  'x-client-ca': Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The CAs of accepted certificates as PEM text, such as $file{ca.pem}. Default: those of SLUICE_TLS_CLIENT_CA',
    }),
  ),
  'x-forward-certificate': Type.Optional(
    Type.Boolean({
      description: 'Whether the upstream gets the header X-Forwarded-Client-Cert with the certificate. Default: false',
    }),
  ),
})

export const mutualTlsSecurity = defineSecurityType({
  type: 'mutualTLS',
  settings,

  build({ 'x-client-ca': ca, 'x-forward-certificate': forwards = false }, context) {
    const { catalog, deps, location } = context
    const authorities = ca === undefined ? undefined : readAuthorities(ca, context)
    const missing = new GatewayError('certificate_needed', { location })
    const refused = new GatewayError('certificate_refused', { location })
    const expired = new GatewayError('certificate_expired', { location })
    const unknown = new GatewayError('certificate_unknown', { location })
    const several = new GatewayError('clients_several', { location })
    const setClient = buildClientSetter(location)
    const findDistrust = authorities ? buildChainCheck(authorities) : ({ fault }: PresentedCertificate) => fault

    function reject(call: SecuredCall, error: GatewayError, detail: string): GatewayError {
      call.outcome.detail = detail
      return error
    }

    return {
      isAttempted: ({ request }) => findPresentedCertificate(request) !== undefined,
      notAttemptedError: missing,

      identify(call) {
        const found = findPresentedCertificate(call.request)
        if (found === undefined) return reject(call, missing, 'no certificate')
        if (typeof found === 'string') return reject(call, refused, found)
        const name = `the certificate "${found.facts.subject}" (SHA-256 ${found.facts.fingerprint || 'not known'})`
        const validity = findInvalidity(found, deps.clock())
        if (validity) return reject(call, expired, `${name} ${validity}`)
        const { clients, isPinned } = findClients(catalog.applications, found)
        // The fingerprint names one certificate, whoever has issued it, and the handshake has proven its key.
        const distrust = isPinned && !authorities ? undefined : findDistrust(found, deps.clock())
        if (distrust !== undefined) return reject(call, refused, `${name}: ${distrust}`)
        const [client, ...others] = clients
        if (!client) return reject(call, unknown, name)
        const other = others.find(({ application }) => application !== client.application)
        if (other)
          return reject(
            call,
            several,
            `${name} is registered by ${client.application.name} and ${other.application.name}`,
          )
        call.caller.certificate = found.facts
        if (forwards) setHeader(call.message.headers, 'X-Forwarded-Client-Cert', found.header)
        return setClient(call, client)
      },
    }
  },
})

/** Returns the CAs of a definition. Throws a `DocumentError` for a text that has none. */
function readAuthorities(pem: string, { location }: SecurityDefinitionContext): X509Certificate[] {
  const blocks = splitCertificates(pem)
  if (blocks.length === 0)
    throw new DocumentError(location, 'x-client-ca must have a certificate in PEM form, such as $file{partners-ca.pem}')
  return blocks.map((block, index) => {
    const certificate = attempt(() => new X509Certificate(block))
    if (!certificate) throw new DocumentError(location, `certificate ${index + 1} of x-client-ca cannot be read`)
    if (certificate.ca) return certificate
    const subject = certificate.subject.split('\n').join(', ')
    throw new DocumentError(
      location,
      `certificate ${index + 1} of x-client-ca, "${subject}", is no CA: applications register those of clients`,
    )
  })
}

/** Returns the check against the CAs of a document. It keeps results: a resumed connection has no intermediates. */
function buildChainCheck(authorities: readonly X509Certificate[]) {
  const validUntil = new LRUCache<string, number>(limitEntries(10_000))
  const faults = new WeakMap<PresentedCertificate, string>()

  return function findDistrust(presented: PresentedCertificate, now: number): string | undefined {
    const { fingerprint } = presented.facts
    if (presented.chain.length > 0 && (validUntil.get(fingerprint) ?? 0) > now) return undefined
    const known = faults.get(presented)
    if (known !== undefined) return known
    const result = validateChain(presented.chain, authorities, now)
    if ('fault' in result) faults.set(presented, result.fault)
    else validUntil.set(fingerprint, result.until)
    return 'fault' in result ? result.fault : undefined
  }
}

function findInvalidity({ chain: [leaf] }: PresentedCertificate, now: number): string | undefined {
  if (!leaf) return undefined
  if (leaf.validToDate.getTime() < now) return `expired at ${leaf.validToDate.toISOString()}`
  return leaf.validFromDate.getTime() > now ? `is not valid before ${leaf.validFromDate.toISOString()}` : undefined
}

/** The applications whose registered certificates are read once, for all definitions of a revision. */
const indexes = new WeakMap<readonly Application[], ReadonlyMap<string, readonly Client[]>>()

/** Returns the clients that register a certificate, by its fingerprint alone or, without one, by all of its names. */
function findClients(
  applications: readonly Application[],
  { keys }: PresentedCertificate,
): { clients: readonly Client[]; isPinned: boolean } {
  const index = indexes.get(applications) ?? indexCertificates(applications)
  const [fingerprint = '', ...names] = keys
  const pinned = index.get(fingerprint)
  if (pinned) return { clients: pinned, isPinned: fingerprint.startsWith('sha256 ') }
  return { clients: names.flatMap((name) => index.get(name) ?? []), isPinned: false }
}

function indexCertificates(applications: readonly Application[]): ReadonlyMap<string, readonly Client[]> {
  const index = new Map<string, Client[]>()
  for (const application of applications)
    for (const { clientId, certificates = [] } of application.credentials)
      for (const { key } of certificates) index.set(key, [...(index.get(key) ?? []), { clientId, application }])
  indexes.set(applications, index)
  return index
}
