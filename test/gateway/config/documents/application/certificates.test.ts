import test from 'ava'
import { issue } from '../../../parts/mutual-tls/_certificates.ts'
import { changed, problemsOf } from '../../_support/folder.ts'

const application = 'catalogs/sandbox/applications/app.yaml'
const fingerprint = 'AB:'.repeat(31).concat('CD')

const withCertificate = (members: string) =>
  changed(
    application,
    'credentials:\n  - client_id: app-id\n',
    `credentials:\n  - client_id: app-id\n    certificate: ${members}\n`,
  )

for (const [title, members, problem] of [
  ['a fingerprint with colons', `{ sha256: "${fingerprint}" }`, undefined],
  ['a fingerprint without', `{ sha256: "${fingerprint.replaceAll(':', '').toLowerCase()}" }`, undefined],
  ['a name of each kind', '{ san_ip: "2001:DB8::1" }', undefined],
  ['a short fingerprint', '{ sha256: "AB:CD" }', /certificate\.sha256 must have 64 hexadecimal digits.* found "AB:CD"/],
  ['an address that is none', '{ san_ip: host }', /certificate\.san_ip is no IP address - found "host"/],
  ['a subject that is none', '{ subject_dn: " " }', /certificate\.subject_dn is no name such as "CN=orders,O=Acme"/],
  ['a text', '{ pem: hello }', /certificate\.pem is no certificate in PEM form/],
  [
    'two members',
    `{ san_dns: a.example, subject_dn: CN=a }`,
    /exactly one member - found san_dns and subject_dn: add a credential/,
  ],
] as const)
  test(`checks the certificate of a credential: ${title}`, async (t) => {
    const problems = await problemsOf(t, withCertificate(members))
    if (!problem) return t.deepEqual(problems, [])
    t.regex(problems.join('\n'), problem)
    t.is(problems.length, 1)
  })

const asText = (pem: string) => `{ pem: ${JSON.stringify(pem)} }`

test('a certificate is read from its PEM text; a private key beside it is an error, and one that has expired a warning', async (t) => {
  const own = await issue('orders')
  t.deepEqual(await problemsOf(t, withCertificate(asText(own.cert))), [])
  t.regex((await problemsOf(t, withCertificate(asText(own.cert + own.key)))).join(), /has a private key/)
  const old = await issue('orders', { days: [-9, -1] })
  t.regex(
    (await problemsOf(t, withCertificate(asText(old.cert)))).join(),
    /certificate\.pem expired at 20.*calls with it are rejected/,
  )
})
