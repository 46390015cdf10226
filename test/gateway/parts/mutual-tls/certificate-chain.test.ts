import test from 'ava'
import { validateChain } from '../../../../src/gateway/parts/mutual-tls/certificate-chain.ts'
import type { Pair } from '../../../_support/certificates.ts'
import { issue, parsed } from './_certificates.ts'

const root = issue('root', { isCa: true })
const other = issue('root', { isCa: true })
const middle = root.then((issuer) => issue('middle', { issuer, isCa: true }))
const leaf = middle.then((issuer) => issue('orders', { issuer }))

const validate = (chain: readonly Pair[], authorities: readonly Pair[], now = Date.now()) =>
  validateChain(chain.map(parsed), authorities.map(parsed), now)

test('a chain ends at a CA of the document, with or without the intermediate in between', async (t) => {
  const [top, between, own] = await Promise.all([root, middle, leaf])
  const until = Math.min(...[own, between].map((each) => parsed(each).validToDate.getTime()))
  for (const [chain, authorities] of [
    [[own, between], [top]],
    [[own, between, top], [top]],
    [[own], [between]],
    [[own], [top, between]],
  ] as const)
    t.true('until' in validate(chain, authorities))
  t.deepEqual(validate([own, between], [between]), { until })
})

test('a chain without its intermediate, to a CA of the same name, or of the client itself is not trusted', async (t) => {
  const [top, same, between, own] = await Promise.all([root, other, middle, leaf])
  const fault = 'no CA of x-client-ca has issued "CN=orders"'
  t.deepEqual(validate([own], [top]), { fault })
  t.deepEqual(validate([own, between], [same]), { fault: 'no CA of x-client-ca has issued "CN=middle"' })
  t.deepEqual(validate([own, own], [top]), { fault })
  t.regex(JSON.stringify(validate([], [top])), /forwards no certificate/)
})

test('a certificate that is no CA issues none', async (t) => {
  const [top, own] = await Promise.all([root, issue('not-a-ca', { issuer: await root })])
  const forged = await issue('forged', { issuer: own })
  t.deepEqual(validate([forged, own], [top]), { fault: 'no CA of x-client-ca has issued "CN=forged"' })
})

test('an intermediate or a CA that has expired ends the chain, and it is valid until the first one expires', async (t) => {
  const top = await root
  const old = await issue('old', { issuer: top, isCa: true, days: [-5, -1] })
  t.deepEqual(validate([await issue('a', { issuer: old }), old], [top]), { fault: '"CN=old" is not valid now' })
  const short = await issue('short', { issuer: top, isCa: true, days: [-1, 2] })
  const until = parsed(short).validToDate.getTime()
  const chain = [await issue('b', { issuer: short }), short]
  t.deepEqual(validate(chain, [top]), { until })
  t.regex(JSON.stringify(validate(chain, [top], until + 1)), /CN=short.* is not valid now/)
  t.regex(
    JSON.stringify(validate([await issue('c', { issuer: top })], [top], Date.now() - 3 * 86_400_000)),
    /is not valid now/,
  )
})

test('a CA that allows no CA below it does not open a longer path', async (t) => {
  const narrow = await issue('narrow', { pathLength: 0, issuer: await root })
  const below = await issue('below', { isCa: true, issuer: narrow })
  const top = await root
  t.true('until' in validate([await issue('direct', { issuer: narrow }), narrow], [top]))
  const fault = '"CN=narrow" allows 0 CAs below it'
  t.deepEqual(validate([await issue('deep', { issuer: below }), below, narrow], [top]), { fault })
  t.deepEqual(validate([await issue('deep', { issuer: below }), below], [narrow]), { fault })
})

test('a certificate for servers alone does not authenticate a client', async (t) => {
  const top = await root
  const server = await issue('server', { issuer: top, usage: 'serverAuth' })
  t.deepEqual(validate([server], [top]), { fault: '"CN=server" is not for the authentication of clients' })
  t.true('until' in validate([await issue('client', { issuer: top, usage: 'clientAuth' })], [top]))
})

test('a path of more issuers than eight is not followed', async (t) => {
  const chain: Pair[] = [await root]
  for (let depth = 0; depth < 10; depth += 1)
    chain.unshift(await issue(`ca-${depth}`, { issuer: chain[0] as Pair, isCa: true }))
  const [issuer] = chain
  const own = await issue('far', { issuer: issuer as Pair })
  t.deepEqual(validate([own, ...chain], [await root]), { fault: 'there are more than 8 issuers' })
})
