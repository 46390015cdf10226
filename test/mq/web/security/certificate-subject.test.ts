import type { TLSSocket } from 'node:tls'
import test from 'ava'
import { readCertificateSubject } from '../../../../src/mq/web/security/certificate-subject.ts'

function connection(subject: string | undefined, authorized = true): TLSSocket {
  const getPeerX509Certificate = () => (subject === undefined ? undefined : { subject })
  return { encrypted: true, authorized, getPeerX509Certificate } as unknown as TLSSocket
}

test('reads the common name and the distinguished name in reverse order', (t) => {
  t.deepEqual(readCertificateSubject(connection('C=DE\nO=Acme\nCN=orders')), {
    commonName: 'orders',
    distinguishedName: 'CN=orders,O=Acme,C=DE',
  })
})

test('the last of several common names counts', (t) => {
  t.like(readCertificateSubject(connection('CN=first\nCN=last')), { commonName: 'last' })
})

for (const lines of ['C=DE\nO=Acme', 'O=Acme\nCN=']) {
  test(`a certificate with the subject ${JSON.stringify(lines)} has no common name, but a distinguished one`, (t) => {
    t.like(readCertificateSubject(connection(lines)), {
      commonName: undefined,
      distinguishedName: lines.split('\n').reverse().join(','),
    })
  })
}

test('a common name is read without the escapes of its rendering', (t) => {
  t.like(readCertificateSubject(connection('CN=Roe\\, Jane \\+ Co')), { commonName: 'Roe, Jane + Co' })
})

for (const [what, socket, expected] of [
  ['without a subject', connection(''), { rejected: 'the certificate has no subject' }],
  ['that is not trusted', connection('CN=orders', false), { rejected: 'the certificate is not trusted: undefined' }],
  ['that the client did not send', connection(undefined), undefined],
] as const) {
  test(`a certificate ${what} names no user`, (t) => {
    t.deepEqual(readCertificateSubject(socket), expected)
  })
}
