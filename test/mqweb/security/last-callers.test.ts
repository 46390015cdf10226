import type { IncomingMessage } from 'node:http'
import test from 'ava'

import { caller } from '../../../src/mqweb/security/caller.ts'
import { LastCallers } from '../../../src/mqweb/security/last-callers.ts'
import type { Settings } from '../../../src/mqweb/settings/settings.ts'

const user = { name: 'app', groups: [] }
const settings = {} as Settings
const noted = { user, settings, application: 'rest', caller: caller('app', [], new Set(), 'basic') } as const
const right = { authorization: 'Basic YXBwOnNlY3JldA==' }

function on(socket: object, headers: Record<string, string>): IncomingMessage {
  return { socket: { remoteAddress: '127.0.0.1', ...socket }, headers } as IncomingMessage
}

/** Two requests on one connection: whether the second is known by the first. */
function isKnown(first: Record<string, string>, second: Record<string, string>, vouched = true): boolean {
  const callers = new LastCallers({ vouchesFor: () => vouched })
  const request = on({}, first)
  callers.note(request, noted)
  const next = { ...request, headers: second } as IncomingMessage
  return callers.recall(next, 'rest', settings) === noted.caller
}

test('who says the same again is known', (t) => {
  t.true(isKnown(right, right))
})

test('who says something else is not', (t) => {
  t.false(isKnown(right, { authorization: 'Basic YXBwOnNlY3JldB==' }))
  t.false(isKnown(right, {}))
})

test('a cookie is looked at each time', (t) => {
  t.false(isKnown(right, { ...right, cookie: 'LtpaToken2=1' }))
  t.false(isKnown({ ...right, cookie: 'LtpaToken2=1' }, { ...right, cookie: 'LtpaToken2=1' }))
})

test('nobody is known whose verification is over, or whose name is locked', (t) => {
  t.false(isKnown(right, right, false))
})

test('another connection, application or revision of the settings knows nobody', (t) => {
  const callers = new LastCallers({ vouchesFor: () => true })
  const request = on({}, right)
  callers.note(request, noted)
  t.is(callers.recall(request, 'rest', settings), noted.caller)
  t.is(callers.recall(on({}, right), 'rest', settings), undefined)
  t.is(callers.recall(request, 'console', settings), undefined)
  t.is(callers.recall(request, 'rest', {} as Settings), undefined)
})
