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

for (const [what, socket] of [
  ['without a common name', connection('C=DE\nO=Acme')],
  ['with an empty common name', connection('O=Acme\nCN=')],
  ['that is not trusted', connection('CN=orders', false)],
  ['that the client did not send', connection(undefined)],
] as const) {
  test(`a certificate ${what} names no user`, (t) => {
    t.is(readCertificateSubject(socket), undefined)
  })
}
