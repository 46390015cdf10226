import type { Socket } from 'node:net'
import test from 'ava'
import {
  findClientCertificate,
  findClientCertificateError,
} from '../../../../src/shared/http/request/client-certificate.ts'

const x509 = { subject: 'C=DE\nO=Acme\nCN=orders', issuer: 'CN=Acme CA', serialNumber: '01', fingerprint256: 'AA:BB' }

function connection(members: object, certificate: object | undefined = x509): Socket {
  return { encrypted: true, getPeerX509Certificate: () => certificate, ...members } as unknown as Socket
}

test('a trusted certificate is described, and has no error', (t) => {
  const socket = connection({ authorized: true, authorizationError: null })
  t.deepEqual(findClientCertificate(socket), {
    subject: 'CN=orders,O=Acme,C=DE',
    issuer: 'CN=Acme CA',
    serialNumber: '01',
    fingerprint: 'AA:BB',
  })
  t.is(findClientCertificateError(socket), undefined)
})

test('a certificate is read once for each connection', (t) => {
  const socket = connection({ authorized: true, authorizationError: null })
  t.is(findClientCertificate(socket), findClientCertificate(socket))
})

test('a certificate that is not trusted has the reason of OpenSSL, and counts as none', (t) => {
  const socket = connection({ authorized: false, authorizationError: 'CERT_HAS_EXPIRED' })
  t.is(findClientCertificate(socket), undefined)
  t.is(findClientCertificateError(socket), 'CERT_HAS_EXPIRED')
})

test('a connection without a certificate, or without TLS, has neither', (t) => {
  const withoutCertificate = connection({ authorized: false, getPeerX509Certificate: () => undefined })
  const authorizedWithout = connection({ authorized: true, getPeerX509Certificate: () => undefined })
  const plaintext = connection({ encrypted: false, getPeerX509Certificate: undefined })
  for (const socket of [withoutCertificate, authorizedWithout, plaintext]) {
    t.is(findClientCertificate(socket), undefined)
    t.is(findClientCertificateError(socket), undefined)
  }
})
