/**
 * The behaviour of every user registry of the MQ web server. The test of each type calls `behavesAsMqUserRegistry` and adds
 * the cases of its own.
 *
 * `open` returns a registry with exactly the users below, one of whom is in the group `writers`.
 */
import type { ExecutionContext, TestFn } from 'ava'

import type { CertificateSubject, UserRegistry } from '../../../../src/mqweb/identity/user-registry.ts'
import { unknownNames, users } from '../../../registries/conformance.ts'

export { users }

/** The members of the group `writers`. */
export const writers = ['alice']

export interface Subject {
  registry: UserRegistry
  realm: string
  /** Returns the subject of a certificate that identifies a user. */
  subjectOf(name: string): CertificateSubject
}

export function behavesAsMqUserRegistry(test: TestFn, open: (t: ExecutionContext) => Promise<Subject>) {
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

  for (const { name, password } of users) {
    const identity = { name, groups: writers.includes(name) ? ['writers'] : [] }

    behaviour(`authenticates ${name} and returns the groups`, async (t, { registry }) => {
      t.deepEqual(await registry.authenticate(name, password), identity)
    })

    behaviour(`finds ${name} without a password`, async (t, { registry }) => {
      t.deepEqual(await registry.find(name), identity)
      t.deepEqual(await registry.find(name), identity)
    })

    behaviour(`identifies ${name} by a certificate`, async (t, { registry, subjectOf }) => {
      t.deepEqual(await registry.identify(subjectOf(name)), identity)
    })
  }

  behaviour('returns the name as the user typed it', async (t, { registry }) => {
    t.deepEqual(await registry.authenticate('ALICE', 'wonderland'), { name: 'ALICE', groups: ['writers'] })
    t.deepEqual(await registry.find('ALICE'), { name: 'ALICE', groups: ['writers'] })
  })

  for (const password of ['wonderlan', 'wonderland ', 'Wonderland', 'wonderland\0', '', users[1].password]) {
    behaviour(`rejects alice with the password ${JSON.stringify(password)}`, async (t, { registry }) => {
      t.is(await registry.authenticate('alice', password), undefined)
    })
  }

  for (const name of unknownNames) {
    behaviour(`has no user ${JSON.stringify(name).slice(0, 40)}`, async (t, { registry, subjectOf }) => {
      t.is(await registry.authenticate(name, 'wonderland'), undefined)
      t.is(await registry.authenticate(name, ''), undefined)
      t.is(await registry.find(name), undefined)
      t.is(await registry.identify(subjectOf(name)), undefined)
    })
  }

  behaviour('answers concurrent attempts independently', async (t, { registry }) => {
    const attempts = users.flatMap(({ name, password }) => [
      { name, password, isRight: true },
      { name, password: 'wrong', isRight: false },
    ])
    const identities = await Promise.all(
      attempts.map(({ name, password }) => registry.authenticate(name, password)),
    )
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
