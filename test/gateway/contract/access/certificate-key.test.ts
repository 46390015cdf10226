import test from 'ava'
import { renderCertificateKey } from '../../../../src/gateway/contract/access/certificate-key.ts'

for (const [member, one, other] of [
  ['sha256', 'AB:CD', 'abcd'],
  ['subject_dn', 'CN=Orders, O="Acme, Inc"', 'cn=orders,o=acme\\, inc'],
  ['san_dns', 'A.example', 'a.EXAMPLE'],
  ['san_ip', '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['san_email', 'Ann@A.example', 'Ann@a.EXAMPLE'],
] as const)
  test(`spellings of a ${member} have one key`, (t) => {
    t.is(renderCertificateKey(member, one), renderCertificateKey(member, other))
  })

test('values that differ have different keys', (t) => {
  t.not(renderCertificateKey('san_email', 'ann@a'), renderCertificateKey('san_email', 'Ann@a'))
  t.not(renderCertificateKey('san_uri', 'urn:a'), renderCertificateKey('san_uri', 'urn:A'))
  t.not(renderCertificateKey('san_dns', 'a'), renderCertificateKey('san_uri', 'a'))
  t.not(renderCertificateKey('san_ip', '10.0.0.1'), renderCertificateKey('san_ip', '10.0.0.10'))
})
