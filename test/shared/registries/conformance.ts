/**
 * What every registry promises. A type's test calls `behavesAsRegistry` and adds what is its own.
 *
 * `open` gives a registry that knows exactly the users below, and the name that tokens carry for one of them.
 */
import type { ExecutionContext, TestFn } from 'ava'
import { RegistryUnavailableError, type UserRegistry } from '../../../src/shared/registries/index.ts'

export interface Subject {
  registry: UserRegistry
  credential(name: string): string
}

export const users = [
  { name: 'alice', password: 'wonderland' },
  { name: 'bob', password: 'pass:with:colons and spaces ' },
  { name: 'zoë', password: 'pässwörd ☂ 🙂' },
] as const

/** Names that mean something to a header, a filter or a path, and nobody's name. */
export const unknownNames = [
  '',
  'mallory',
  '*',
  'a*',
  'al\\69ce',
  'alice)(uid=*',
  'alice,ou=people',
  'alice:wonderland',
  'ali\0ce',
  'alice\0',
  'alice\r\nx-y: z',
  '\ud800',
  '../alice',
  '__proto__',
  'x'.repeat(4000),
]

export function behavesAsRegistry(test: TestFn, open: (t: ExecutionContext) => Promise<Subject>) {
  function promise(title: string, body: (t: ExecutionContext, subject: Subject) => Promise<void>) {
    test(`a registry ${title}`, async (t) => {
      const subject = await open(t)
      t.teardown(() => subject.registry.close())
      await body(t, subject)
    })
  }

  for (const { name, password } of users) {
    promise(`authenticates ${name}`, async (t, { registry, credential }) => {
      const user = await registry.authenticate(name, password)
      t.like(user, { name, credential: credential(name) })
    })
  }

  promise('returns the typed name, and one credential for all its spellings', async (t, subject) => {
    const user = await subject.registry.authenticate('ALICE', 'wonderland')
    t.like(user, { name: 'ALICE', credential: subject.credential('alice') })
    t.is(subject.registry.foldName('ALICE'), subject.registry.foldName('alice'))
    t.is(subject.registry.foldName('zoe\u0308'), 'zoë')
  })

  for (const password of ['wonderlan', 'wonderland ', 'Wonderland', 'wonderland\0', '', users[1].password]) {
    promise(`rejects alice with the password ${JSON.stringify(password)}`, async (t, { registry }) => {
      t.is(await registry.authenticate('alice', password), undefined)
    })
  }

  for (const name of unknownNames) {
    promise(`has no user ${JSON.stringify(name).slice(0, 40)}`, async (t, { registry }) => {
      t.is(await registry.authenticate(name, 'wonderland'), undefined)
      t.is(await registry.authenticate(name, ''), undefined)
    })
  }

  promise('answers concurrent attempts independently', async (t, { registry }) => {
    const attempts = users.flatMap(({ name, password }) => [
      { name, password, known: true },
      { name, password: 'wrong', known: false },
    ])
    const answers = await Promise.all(attempts.map(({ name, password }) => registry.authenticate(name, password)))
    t.deepEqual(
      answers.map((user) => user?.name),
      attempts.map(({ name, known }) => (known ? name : undefined)),
    )
  })

  promise('is unavailable when the caller has disconnected', async (t, { registry }) => {
    const signal = AbortSignal.abort()
    await t.throwsAsync(registry.authenticate('alice', 'wonderland', { signal }), {
      instanceOf: RegistryUnavailableError,
    })
  })

  promise('is unavailable once it is closed', async (t, { registry }) => {
    await registry.authenticate('alice', 'wonderland')
    await registry.close()
    await t.throwsAsync(registry.authenticate('alice', 'wonderland'), { instanceOf: RegistryUnavailableError })
  })
}
