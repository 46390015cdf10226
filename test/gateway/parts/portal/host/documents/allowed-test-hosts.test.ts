import test from 'ava'
import { findHostRefusal } from '../../../../../../src/gateway/parts/portal/host/documents/allowed-test-hosts.ts'

const registryAt = (endpoint: string) => ({ settings: { endpoint: { endpoint } } })
const saved = [{ registries: new Map([['staff', registryAt('ldaps://directory.example')]]) }] as unknown as Parameters<
  typeof findHostRefusal
>[1]

for (const [title, endpoint, hosts, isAllowed] of [
  ['the server of a saved registry, in another spelling', 'ldaps://DIRECTORY.example:636', '', true],
  ['another port of that server', 'ldap://directory.example', '', false],
  ['a host that is not known', 'https://10.0.0.1:22', '', false],
  ['a listed host, at every port', 'http://test.example:99', 'other.example, Test.example', true],
  ['a listed host and port', 'http://test.example', 'test.example:80', true],
  ['another port than the listed one', 'http://test.example:81', 'test.example:80', false],
  ['a host that ends with a listed one', 'http://evil-test.example', 'test.example', false],
] as const) {
  test(`a test of a sign-in ${isAllowed ? 'may' : 'may not'} connect to ${title}`, (t) => {
    const refusal = findHostRefusal(registryAt(endpoint), saved, { SLUICE_SIGN_IN_TEST_HOSTS: hosts })
    if (isAllowed) t.is(refusal, undefined)
    else t.regex(String(refusal), /Tests may not connect to .*SLUICE_SIGN_IN_TEST_HOSTS/)
  })
}

test('a registry without a server connects to nothing', (t) => {
  t.is(findHostRefusal({ settings: {} }, saved, {}), undefined)
  t.is(findHostRefusal(undefined, saved, {}), undefined)
})
