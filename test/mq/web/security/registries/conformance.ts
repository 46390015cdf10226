/**
 * The behaviour of every user registry of the MQ web server. The test of each type calls `behavesAsMqUserRegistry` and adds
 * the cases of its own.
 *
 * `open` returns a registry with exactly the users of the options, by default three users of whom one is in the group `writers`.
 */
import type { ExecutionContext, TestFn } from 'ava'
import type { CertificateSubject, UserRegistry } from '../../../../../src/mq/web/identity/user-registry.ts'
import { unknownNames, users } from '../../../../shared/registries/conformance.ts'

export { users }

/** The members of the group `writers`. */
export const writers = ['alice']

export interface Subject {
  registry: UserRegistry
  realm: string
  /** Returns the subject of a certificate that identifies a user. */
  subjectOf(name: string): CertificateSubject
}

/** What differs between types. */
export interface ConformanceOptions {
  users?: readonly { readonly name: string; readonly password: string }[]
  groupsOf?: (name: string) => readonly string[]
  /** Whether `ALICE` is another user than `alice`. */
  isCaseSensitive?: boolean
  /** Whether a verified client certificate identifies a user. */
  hasCertificates?: boolean
}

export function behavesAsMqUserRegistry(
  test: TestFn,
  open: (t: ExecutionContext) => Promise<Subject>,
  options: ConformanceOptions = {},
) {
  const { isCaseSensitive = false, hasCertificates = true } = options
  const { groupsOf = (name) => (writers.includes(name) ? ['writers'] : []) } = options
  const accounts = options.users ?? users
  const [first, second] = accounts as [(typeof accounts)[0], (typeof accounts)[0]]

  function behaviour(title: string, body: (t: ExecutionContext, subject: Subject) => Promise<void>) {
    test(`a registry ${title}`, async (t) => {
      const subject = await open(t)
      t.teardown(() => subject.registry.close())
      await body(t, subject)
    })
  }

  behaviour('has the realm of its settings', async (t, { registry, realm }) => {
    t.is(registry.realm, realm)
  })

  for (const { name, password } of accounts) {
    const identity = { name, groups: groupsOf(name) }

    behaviour(`authenticates ${name}, and finds ${name} without a password then`, async (t, { registry }) => {
      t.deepEqual(await registry.authenticate(name, password), identity)
      t.deepEqual(await registry.find(name), identity)
      t.deepEqual(await registry.find(name), identity)
    })

    behaviour(`identifies ${name} by a certificate, if at all`, async (t, { registry, subjectOf }) => {
      const found = await registry.identify(subjectOf(name))
      t.deepEqual('rejected' in found ? undefined : found, hasCertificates ? identity : undefined)
    })
  }

  behaviour('returns the name as the user typed it', async (t, { registry }) => {
    const name = first.name.toUpperCase()
    const identity = isCaseSensitive ? undefined : { name, groups: groupsOf(first.name) }
    t.deepEqual(await registry.authenticate(name, first.password), identity)
    t.deepEqual(await registry.find(name), identity)
  })

  for (const password of ['wonderlan', 'wonderland ', 'Wonderland', 'wonderland\0', '', second.password]) {
    behaviour(`rejects a user with the password ${JSON.stringify(password)}`, async (t, { registry }) => {
      t.is(await registry.authenticate(first.name, password), undefined)
    })
  }

  for (const name of unknownNames) {
    behaviour(`has no user ${JSON.stringify(name).slice(0, 40)}`, async (t, { registry, subjectOf }) => {
      t.is(await registry.authenticate(name, 'wonderland'), undefined)
      t.is(await registry.authenticate(name, ''), undefined)
      t.is(await registry.find(name), undefined)
      t.true('rejected' in (await registry.identify(subjectOf(name))))
    })
  }

  behaviour('answers concurrent attempts independently', async (t, { registry }) => {
    const attempts = accounts.flatMap(({ name, password }) => [
      { name, password, isRight: true },
      { name, password: 'wrong', isRight: false },
    ])
    const identities = await Promise.all(attempts.map(({ name, password }) => registry.authenticate(name, password)))
    t.deepEqual(
      identities.map((identity) => identity?.name),
      attempts.map(({ name, isRight }) => (isRight ? name : undefined)),
    )
  })

  behaviour('can be closed twice', async (t, { registry }) => {
    await registry.close()
    await t.notThrowsAsync(registry.close())
  })
}
