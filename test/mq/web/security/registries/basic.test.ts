import test from 'ava'
import { openBasicRegistry } from '../../../../../src/mq/web/security/registries/basic.ts'
import type { BasicRegistrySettings } from '../../../../../src/mq/web/settings/basic-registry.ts'
import { readSettings } from '../../../../../src/mq/web/settings/read.ts'
import { behavesAsMqUserRegistry, users, writers } from './conformance.ts'

function open(ignoreCase: boolean) {
  const text = `<server>
    <basicRegistry id="basic" realm="Org" ignoreCaseForAuthentication="${ignoreCase}">
      ${users.map(({ name, password }) => `<user name="${name}" password="${xor(password)}"/>`).join('')}
      <group name="writers">${writers.map((name) => `<member name="${name}"/>`).join('')}</group>
    </basicRegistry>
  </server>`
  const { settings } = readSettings(text, {
    file: 'mqwebuser.xml',
    folder: '/',
    environment: { MQWEB_LTPA_SUFFIX: '1' },
  })
  return openBasicRegistry(settings.security.registry as BasicRegistrySettings)
}

/** The `{xor}` form, which keeps spaces at the end. */
function xor(password: string): string {
  return `{xor}${Buffer.from(Buffer.from(password).map((byte) => byte ^ 0x5f)).toString('base64')}`
}

behavesAsMqUserRegistry(test, async () => ({
  registry: open(true),
  realm: 'Org',
  subjectOf: (commonName) => ({ commonName, distinguishedName: `CN=${commonName},O=example` }),
}))

test('names are compared with case unless ignoreCaseForAuthentication is set', async (t) => {
  const registry = open(false)
  t.is(await registry.authenticate('ALICE', 'wonderland'), undefined)
  t.is(await registry.find('ALICE'), undefined)
  t.like(await registry.authenticate('alice', 'wonderland'), { name: 'alice' })
})

test('a user has the groups that name it among their members, and no group without members', async (t) => {
  const password = { salt: Buffer.alloc(8), digest: Buffer.alloc(32) }
  const registry = openBasicRegistry({
    type: 'basic',
    realm: 'Org',
    ignoreCase: true,
    users: new Map([
      ['alice', password],
      ['bob', password],
    ]),
    groups: new Map([
      ['both', ['ALICE', 'bob']],
      ['others', ['bob']],
      ['empty', []],
    ]),
  })
  t.deepEqual(await registry.find('alice'), { name: 'alice', groups: ['both'] })
  t.deepEqual(await registry.find('bob'), { name: 'bob', groups: ['both', 'others'] })
})
