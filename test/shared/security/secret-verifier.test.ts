import test from 'ava'
import { hashSecret, isSecretHash } from '../../../src/shared/security/secret-hash.ts'
import { createDecoyHash, openSecretVerifier, VerifierBusyError } from '../../../src/shared/security/secret-verifier.ts'

test('verifies a secret with any of its hashes', async (t) => {
  const { verify } = openSecretVerifier()
  const hashes = await Promise.all(['one', 'two'].map(hashSecret))
  t.true(await verify(hashes, 'one'))
  t.true(await verify(hashes, 'two'))
  t.false(await verify(hashes, 'three'))
  t.false(await verify([], 'one'))
})

test('caches only the exact pair of hash and secret', async (t) => {
  const { verify } = openSecretVerifier()
  const [hash, other] = await Promise.all(['right', 'right'].map(hashSecret))
  t.true(await verify([hash as string], 'right'))
  t.true(await verify([hash as string], 'right'))
  t.false(await verify([hash as string], 'wrong'))
  t.false(await verify([createDecoyHash(hash as string)], 'right'), 'a hash that was taken away opens nothing')
  t.true(await verify([other as string], 'right'))
})

test('limits running and waiting computations, and rejects the rest as busy', async (t) => {
  const { verify } = openSecretVerifier({ maxRunning: 1, maxWaiting: 2 })
  const hash = await hashSecret('right')
  const asked = ['a', 'b', 'right', 'd', 'e'].map((secret) => verify([hash], secret))
  const settled = await Promise.allSettled(asked)
  t.deepEqual(
    settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.name)),
    [false, false, true, VerifierBusyError.name, VerifierBusyError.name],
  )
  t.false(await verify([hash], 'f'), 'there is room again')
})

test('concurrent equal checks share one computation', async (t) => {
  const { verify } = openSecretVerifier({ maxRunning: 1, maxWaiting: 0 })
  const hash = await hashSecret('right')
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify([hash], 'right')))
  t.deepEqual(answers, Array(50).fill(true))
})

test('rejects a secret above the maximum length without hashing', async (t) => {
  const { verify } = openSecretVerifier({ maxRunning: 0, maxWaiting: 0 })
  const hash = await hashSecret('right')
  t.false(await verify([hash], 'x'.repeat(1025)))
})

test('a decoy takes the same time, and no secret has it', async (t) => {
  const hash = await hashSecret('right')
  const decoy = createDecoyHash(hash)
  t.true(isSecretHash(decoy))
  t.deepEqual(decoy.split('$').slice(0, 5), hash.split('$').slice(0, 5))
  t.not(decoy, hash)
  t.is(decoy.length, hash.length)
})
