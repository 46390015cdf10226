/** The client certificate of a request: that of its TLS connection, or the one that a trusted proxy forwards. */
import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { findProxiedClient } from '../../../shared/http/request/client-address.ts'
import {
  type ClientCertificate,
  findClientCertificateError,
  findPeerCertificate,
} from '../../../shared/http/request/client-certificate.ts'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { renderDistinguishedName } from '../../../shared/lib/text/distinguished-name.ts'
import { splitCertificates } from '../../../shared/lib/text/pem-certificates.ts'
import { type CertificateMember, renderCertificateKey } from '../../contract/access/certificate-key.ts'
import { parseForwardedCertificate, renderForwardedCertificate } from './forwarded-certificate.ts'

export interface PresentedCertificate {
  facts: ClientCertificate
  /** The texts by which applications register it: fingerprint, subject, alternative names. */
  keys: readonly string[]
  /** The certificate, followed by those that the client sent with it; empty when a proxy forwards no certificate. */
  chain: readonly X509Certificate[]
  /** Why whoever ended the TLS connection does not trust it; undefined when it does. */
  fault: string | undefined
  /** The header `X-Forwarded-Client-Cert` for an upstream. */
  header: string
}

const maxChainLength = 10
const ofSockets = new WeakMap<Socket, PresentedCertificate>()
const ofHeaders = new LRUCache<string, PresentedCertificate>(limitEntries(1_000))

/**
 * Returns the certificate; undefined without one. Of a request from a trusted proxy, the header counts when it has
 * one. Returns a text for a header that cannot be read.
 */
export function findPresentedCertificate(request: IncomingMessage): PresentedCertificate | string | undefined {
  const header = findProxiedClient(request) && request.headers['x-forwarded-client-cert']
  if (header !== undefined) return readHeader(String(header))
  const known = ofSockets.get(request.socket)
  if (known) return known
  const certificate = findPeerCertificate(request.socket)
  if (!certificate) return undefined
  const fault = findClientCertificateError(request.socket)
  const found = describeCertificate([...listChain(certificate)], fault)
  ofSockets.set(request.socket, found)
  return found
}

/** Yields a certificate and the issuers that came with it. */
function* listChain(leaf: X509Certificate): Iterable<X509Certificate> {
  let each: X509Certificate | undefined = leaf
  for (let length = 0; each && length < maxChainLength; length += 1) {
    yield each
    each = each.issuerCertificate
  }
}

function readHeader(header: string): PresentedCertificate | string {
  const known = ofHeaders.get(header)
  if (known) return known
  const element = parseForwardedCertificate(header)
  if (!element) return 'X-Forwarded-Client-Cert of the proxy cannot be read'
  const pem = element.get('chain')?.[0] ?? element.get('cert')?.[0]
  const chain = pem === undefined ? [] : attempt(() => parseChain(decodeURIComponent(pem)))
  if (!chain) return 'X-Forwarded-Client-Cert of the proxy has a certificate that cannot be read'
  const found = chain.length > 0 ? describeCertificate(chain, undefined) : describeElement(element)
  if (found.keys.length === 0) return 'X-Forwarded-Client-Cert of the proxy has neither Cert, Chain, Hash nor Subject'
  ofHeaders.set(header, found)
  return found
}

/** Returns the certificates of a PEM text. Throws for a text without any. */
function parseChain(pem: string): X509Certificate[] {
  const blocks = splitCertificates(pem)
  if (blocks.length === 0) throw new Error('no certificate')
  return blocks.slice(0, maxChainLength).map((each) => new X509Certificate(each))
}

function describeCertificate(chain: readonly X509Certificate[], fault: string | undefined): PresentedCertificate {
  const [leaf] = chain as readonly [X509Certificate]
  const facts = {
    subject: renderDistinguishedName(leaf.subject),
    issuer: renderDistinguishedName(leaf.issuer),
    serialNumber: leaf.serialNumber,
    fingerprint: leaf.fingerprint256,
  }
  return { ...describe(facts, [...listAlternativeNames(leaf.subjectAltName ?? '')]), chain, fault }
}

/** Describes what a proxy says of a certificate that it does not forward. */
function describeElement(element: ReadonlyMap<string, readonly string[]>): PresentedCertificate {
  const [[hash = ''] = [], [subject = ''] = []] = [element.get('hash'), element.get('subject')]
  const names = (member: CertificateMember, key: string) =>
    (element.get(key) ?? []).map((value): [CertificateMember, string] => [member, value])
  const facts = { subject, issuer: '', serialNumber: '', fingerprint: hash }
  return { ...describe(facts, [...names('san_uri', 'uri'), ...names('san_dns', 'dns')]), chain: [], fault: undefined }
}

function describe(facts: ClientCertificate, names: readonly [CertificateMember, string][]) {
  const { fingerprint, subject } = facts
  const all: (readonly [CertificateMember, string])[] = [['sha256', fingerprint], ['subject_dn', subject], ...names]
  const keys = all.filter(([, value]) => value !== '').map(([member, value]) => renderCertificateKey(member, value))
  const header = renderForwardedCertificate([
    ['Hash', fingerprint.replaceAll(':', '').toLowerCase()],
    ['Subject', subject],
    ...names.flatMap(([member, value]): [string, string][] => {
      const key = { san_uri: 'URI', san_dns: 'DNS' }[member as string]
      return key ? [[key, value]] : []
    }),
  ])
  return { facts, keys, header }
}

const nameMembers: Readonly<Record<string, CertificateMember>> = {
  DNS: 'san_dns',
  URI: 'san_uri',
  'IP Address': 'san_ip',
  email: 'san_email',
}

/** Yields the alternative names without those that Node quotes, which have special characters. */
function* listAlternativeNames(text: string): Iterable<[CertificateMember, string]> {
  for (const each of text.split(', ')) {
    const [, kind = '', value = ''] = /^([^:]+):([^"]+)$/.exec(each) ?? []
    const member = nameMembers[kind]
    if (member && (member !== 'san_ip' || isIP(value) > 0)) yield [member, value]
  }
}
