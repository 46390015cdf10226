import test from 'ava'
import {
  authenticateForwarded,
  findActiveElsewhere,
} from '../../../../../src/mq/parts/database/forwarding/find-active-elsewhere.ts'
import { forwardedCallerHeader, signCaller } from '../../../../../src/mq/parts/database/forwarding/forwarded-caller.ts'
import { createCaller } from '../../../../../src/mq/web/identity/roles.ts'
import { alice, type Manager, path, secret, send as sendTo, type Trial } from '../../../web/http/_route.ts'

const forwarding = { callerHeader: forwardedCallerHeader, findActiveElsewhere, authenticate: authenticateForwarded }

/** Sends one request to a server that forwards. */
function send(trial: Trial) {
  return sendTo({ ...trial, forwarding })
}

const elsewhere: Manager = { state: 'standby', isShared: true, isHere: false }

for (const [title, trial, served] of [
  ['whose active instance is elsewhere is forwarded', { manager: elsewhere }, 'forwarder of rest'],
  [
    'of the console is forwarded with the application',
    { manager: elsewhere, application: 'console' },
    'forwarder of console',
  ],
  ['whose active instance is here is handled', { manager: { ...elsewhere, isHere: true } }, 'handler'],
  ['without an active instance is handled', { manager: { state: 'standby', isShared: true } }, 'handler'],
  ['of a running queue manager is handled', { manager: { ...elsewhere, state: 'running' } }, 'handler'],
  ['about this instance is handled', { manager: elsewhere, mark: 'this instance' }, 'handler'],
  ['about no queue manager is handled', { manager: elsewhere, template: '/admin/installation' }, 'handler'],
] as readonly [string, Trial, string][]) {
  test(`a request ${title}`, async (t) => {
    t.deepEqual((await send(trial)).served, [served])
  })
}

const carol = createCaller('carol', ['staff'], new Set(['MQWebUser']), 'form')
const here: Manager = { state: 'running', isShared: true, isHere: true }

function forwarded(key = secret) {
  const signed = { instance: 'instance-1', queueManager: 'QM1', application: 'rest', method: 'GET' } as const
  return { [forwardedCallerHeader]: signCaller(carol, { ...signed, target: path }, key) }
}

test('a forwarded request is handled for the caller that the other instance has authenticated', async (t) => {
  const { served, context } = await send({ manager: here, headers: forwarded() })
  t.deepEqual(served, ['handler'])
  t.is(context?.caller.name, 'carol')
  t.deepEqual(context?.principal, carol.principal)
})

for (const [title, trial, id] of [
  ['with another signature', { manager: here, headers: forwarded(Buffer.alloc(32, 2)) }, 'MQWB0104E'],
  ['without the role', { manager: here, headers: forwarded(), access: ['MQWebAdmin'] }, 'MQWB0108E'],
  ['when the active instance is elsewhere again', { manager: elsewhere, headers: forwarded() }, 'MQWB0046E'],
] as readonly [string, Trial, string][]) {
  test(`rejects a forwarded request ${title}`, async (t) => {
    const rejected = await send(trial)
    t.is(rejected.id, id)
    t.deepEqual(rejected.served, [])
  })
}

for (const trial of [{ mark: 'this instance' }, { template: '/admin/installation' }] as const) {
  test(`the header of a forwarded caller counts for nothing on a route that is ${'mark' in trial ? 'about this instance' : 'about no queue manager'}`, async (t) => {
    const { context } = await send({ ...trial, manager: here, headers: forwarded() })
    t.is(context?.caller, alice)
  })
}
