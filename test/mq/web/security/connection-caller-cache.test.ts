import type { IncomingMessage } from 'node:http'
import test from 'ava'
import { createCaller } from '../../../../src/mq/web/identity/roles.ts'
import { ConnectionCallerCache } from '../../../../src/mq/web/security/connection-caller-cache.ts'
import type { MqwebSettings } from '../../../../src/mq/web/settings/settings.ts'

const settings = {} as MqwebSettings
const last = { settings, application: 'rest', caller: createCaller('app', [], new Set(), 'basic') } as const
const right = { authorization: 'Basic YXBwOnNlY3JldA==' }
const session = { cookie: 'LtpaToken2=1' }

/** Two requests on one connection: whether the second is known by the first. */
function isKnown(first: Record<string, string>, second: Record<string, string>, holds = true): boolean {
  const callers = new ConnectionCallerCache()
  const socket = {}
  callers.set({ socket, headers: first } as unknown as IncomingMessage, { ...last, isValid: () => holds })
  const next = { socket, headers: second } as unknown as IncomingMessage
  return callers.find(next, 'rest', settings) === last.caller
}

test('finds the caller of a request with the same credentials', (t) => {
  t.true(isKnown(right, right))
  t.true(isKnown(session, session))
})

test('finds no caller for other credentials', (t) => {
  t.false(isKnown(right, { authorization: 'Basic YXBwOnNlY3JldB==' }))
  t.false(isKnown(right, {}))
  t.false(isKnown(session, { cookie: 'LtpaToken2=2' }))
  t.false(isKnown(right, { ...right, ...session }))
  t.false(isKnown({ ...right, ...session }, session))
})

test('finds no caller whose authentication is no longer valid', (t) => {
  t.false(isKnown(right, right, false))
})

test('finds no caller on another connection, or for another application or revision of the settings', (t) => {
  const callers = new ConnectionCallerCache()
  const request = { socket: {}, headers: right } as unknown as IncomingMessage
  callers.set(request, { ...last, isValid: () => true })
  t.is(callers.find(request, 'rest', settings), last.caller)
  t.is(callers.find({ ...request, socket: {} } as IncomingMessage, 'rest', settings), undefined)
  t.is(callers.find(request, 'console', settings), undefined)
  t.is(callers.find(request, 'rest', {} as MqwebSettings), undefined)
})
