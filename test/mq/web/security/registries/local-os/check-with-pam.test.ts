/** The check of a password with PAM in the process of the test, with services and users that the test makes. */
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { createSystemUsers, missing, type SystemUsers } from './_system-users.ts'

const test = missing ? (anyTest.skip as unknown as TestFn) : anyTest
if (missing) anyTest.skip(`the tests of checks with PAM: ${missing}`, () => {})

const suffix = randomBytes(4).toString('hex')
const alice = { name: `palice${suffix}`, password: 'wonderland' }
const locked = { name: `plocked${suffix}`, password: 'wonderland' }
const empty = { name: `pempty${suffix}`, password: 'wonderland' }
const stranger = { name: `pno${suffix}`, password: 'wonderland' }

let system: SystemUsers | undefined
anyTest.before(async () => {
  if (missing) return
  system = await createSystemUsers([alice, locked, empty], `pgroup${suffix}`)
  await system.run('passwd', ['-l', locked.name])
  await system.run('passwd', ['-d', empty.name])
})
anyTest.after.always(async () => system?.remove())

let services = 0

/** Checks with a service of these lines. Returns the result, and the passwords that were hashed to take the same time. */
async function check(t: ExecutionContext, { name, password }: typeof alice, ...lines: readonly string[]) {
  const { checkWithPam } = await import('../../../../../../src/mq/web/security/registries/local-os/check-with-pam.ts')
  services += 1
  const service = `sluice-test-${suffix}-${services}`
  const file = `/etc/pam.d/${service}`
  await writeFile(file, `${lines.join('\n')}\n`)
  t.teardown(() => rm(file))
  const hashed: string[] = []
  const result = checkWithPam({ service, name, password }, (text) => {
    hashed.push(text)
    return ''
  })
  return { result, hashed, service }
}

const auth = 'auth required pam_unix.so'
const account = 'account required pam_unix.so'

test('accepts a right password, and hashes it once', async (t) => {
  const { result, hashed } = await check(t, alice, auth, account)
  t.deepEqual(result, { outcome: 'accepted' })
  t.deepEqual(hashed, [])
})

for (const [title, user, reason, isHashed] of [
  ['a wrong password', { ...alice, password: 'guess' }, /^Authentication failure \(PAM code 7\)$/, false],
  ['an unknown user', stranger, /^the user does not exist \(PAM code \d+\)$/, true],
  ['a locked account', locked, /^the account is locked \(PAM code 7\)$/, true],
] as const) {
  test(`rejects ${title}, at the cost of one hash`, async (t) => {
    const { result, hashed } = await check(t, user, auth, account)
    t.is(result.outcome, 'rejected')
    t.regex('reason' in result ? result.reason : '', reason)
    t.deepEqual(hashed, isHashed ? [user.password] : []) // PAM itself hashes the password otherwise
  })
}

test('rejects an account without a password where the service allows it', async (t) => {
  const { result } = await check(t, empty, `${auth} nullok`, account)
  t.is(result.outcome, 'rejected')
})

/** The codes of `security/_pam_types.h`, after which it is unknown whether the password is right. */
const failures = {
  open_err: 1,
  symbol_err: 2,
  service_err: 3,
  system_err: 4,
  buf_err: 5,
  authinfo_unavail: 9,
  abort: 26,
  module_unknown: 28,
}
const rejections = {
  perm_denied: 6,
  auth_err: 7,
  cred_insufficient: 8,
  user_unknown: 10,
  maxtries: 11,
  new_authtok_reqd: 12,
  acct_expired: 13,
  authtok_err: 20,
  authtok_expired: 27,
  bad_item: 29,
}

for (const [codes, outcome] of [
  [failures, 'failed'],
  [rejections, 'rejected'],
] as const) {
  for (const [name, code] of Object.entries(codes)) {
    test(`the PAM code ${code} means that the check ${outcome === 'failed' ? 'failed' : 'rejects the user'}`, async (t) => {
      const first = await check(t, alice, `auth required pam_debug.so auth=${name}`)
      t.is(first.result.outcome, outcome)
      const second = await check(
        ...([t, alice, 'auth required pam_permit.so', `account required pam_debug.so acct=${name}`] as const),
      )
      t.is(second.result.outcome, outcome)
      t.regex('reason' in second.result ? second.result.reason : '', new RegExp(`\\(PAM code ${code}\\)$`))
    })
  }
}

for (const user of [stranger, locked]) {
  test(`an outage of PAM is a rejection of ${user.name.slice(0, -8)}, who has no right password`, async (t) => {
    const { result } = await check(t, user, 'auth required pam_debug.so auth=authinfo_unavail')
    t.is(result.outcome, 'rejected')
  })
}

test('a service that PAM cannot read is a failure', async (t) => {
  const { result, service } = await check(t, alice, '@include no-such-service-of-sluice')
  t.deepEqual(result, { outcome: 'failed', reason: `PAM could not start with the service "${service}" (code 26)` })
})

test('a rejection does not wait for the delay of a module', async (t) => {
  const delay = 'auth optional pam_faildelay.so delay=60000000' // a minute, in which the process would be blocked
  const { result } = await check(t, alice, delay, 'auth required pam_deny.so')
  t.is(result.outcome, 'rejected')
})
