import test from 'ava'
import {
  parseForwardedCertificate,
  renderForwardedCertificate,
} from '../../../../src/gateway/parts/mutual-tls/forwarded-certificate.ts'

const read = (header: string) => {
  const found = parseForwardedCertificate(header)
  return found && Object.fromEntries(found)
}

test('an element of Envoy is read: keys of any case, quoted values, several names', (t) => {
  const header =
    'By=spiffe://a/ns;Hash=468ed33be74eee6556d90c0149c1309e9ba61d6425303443c0748a02dd8de688;SUBJECT="/C=US/ST=CA, \\"x\\"=;y";URI=;DNS=a.example;dns=b.example'
  t.deepEqual(read(header), {
    by: ['spiffe://a/ns'],
    hash: ['468ed33be74eee6556d90c0149c1309e9ba61d6425303443c0748a02dd8de688'],
    subject: ['/C=US/ST=CA, "x"=;y'],
    uri: [''],
    dns: ['a.example', 'b.example'],
  })
})

test('of several elements the last one counts, without members of the others', (t) => {
  t.deepEqual(read('Hash=aa;URI=first, Hash=bb'), { hash: ['bb'] })
  t.deepEqual(read('Subject="CN=a,Hash=zz";Hash=aa,Hash=bb;Subject="CN=b"'), { hash: ['bb'], subject: ['CN=b'] })
})

for (const header of [
  '',
  'Hash',
  'Hash=a"b"',
  'Subject="CN=a',
  'Subject="CN=a"x;Hash=aa',
  'Hash=aa;',
  'Hash=aa,',
  '=aa',
  'Hash=aa;;Hash=bb',
  // A quote of an earlier element that would swallow what the proxy appends.
  'Subject=",Hash=real;Subject="CN=real"',
  'Subject=";Hash=real;Subject=""',
])
  test(`a malformed header is no certificate: ${header || 'an empty one'}`, (t) => {
    t.is(parseForwardedCertificate(header), undefined)
  })

test('a rendered header reads as the same values', (t) => {
  const subject = 'CN=a\\, "b"; \\\\ =,O=Ä'
  const header = renderForwardedCertificate([
    ['Hash', 'aa'],
    ['Subject', subject],
    ['URI', undefined],
    ['DNS', 'a.example'],
  ])
  t.deepEqual(read(header), { hash: ['aa'], subject: [subject], dns: ['a.example'] })
})

test('a long header is read to its end', (t) => {
  const text = `Subject="CN=a"${';URI=x'.repeat(5_000)}${',Hash=a'.repeat(5_000)},Hash=b`
  t.deepEqual(read(text), { hash: ['b'] })
  t.is(parseForwardedCertificate(`Subject="${'\\'.repeat(10_001)}`), undefined)
})
