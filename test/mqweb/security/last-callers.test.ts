import type { IncomingMessage } from 'node:http'
import test from 'ava'

import { caller } from '../../../src/mqweb/security/caller.ts'
import { LastCallers } from '../../../src/mqweb/security/last-callers.ts'
import type { Settings } from '../../../src/mqweb/settings/settings.ts'

const settings = {} as Settings
const last = { settings, application: 'rest', caller: caller('app', [], new Set(), 'basic') } as const
const right = { authorization: 'Basic YXBwOnNlY3JldA==' }
const session = { cookie: 'LtpaToken2=1' }

/** Two requests on one connection: whether the second is known by the first. */
function isKnown(first: Record<string, string>, second: Record<string, string>, holds = true): boolean {
  const callers = new LastCallers()
  const socket = {}
  callers.note({ socket, headers: first } as unknown as IncomingMessage, { ...last, holds: () => holds })
  const next = { socket, headers: second } as unknown as IncomingMessage
  return callers.recall(next, 'rest', settings) === last.caller
}

test('who says the same again is known', (t) => {
  t.true(isKnown(right, right))
  t.true(isKnown(session, session))
})

test('who says something else is not', (t) => {
  t.false(isKnown(right, { authorization: 'Basic YXBwOnNlY3JldB==' }))
  t.false(isKnown(right, {}))
  t.false(isKnown(session, { cookie: 'LtpaToken2=2' }))
  t.false(isKnown(right, { ...right, ...session }))
  t.false(isKnown({ ...right, ...session }, session))
})

test('nobody is known by what holds no longer', (t) => {
  t.false(isKnown(right, right, false))
})

test('another connection, application or revision of the settings knows nobody', (t) => {
  const callers = new LastCallers()
  const request = { socket: {}, headers: right } as unknown as IncomingMessage
  callers.note(request, { ...last, holds: () => true })
  t.is(callers.recall(request, 'rest', settings), last.caller)
  t.is(callers.recall({ ...request, socket: {} } as IncomingMessage, 'rest', settings), undefined)
  t.is(callers.recall(request, 'console', settings), undefined)
  t.is(callers.recall(request, 'rest', {} as Settings), undefined)
})
