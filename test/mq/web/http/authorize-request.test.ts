import test from 'ava'
import type { RestServices, RouteAccess } from '../../../../src/mq/web/context/rest-context.ts'
import { ibmmqDialect } from '../../../../src/mq/web/context/rest-dialect.ts'
import { authorizeRequest } from '../../../../src/mq/web/http/authorize-request.ts'
import { type Caller, createAnonymousCaller, createCaller } from '../../../../src/mq/web/identity/roles.ts'
import { createRequest, type RequestParts } from './_exchange.ts'

const path = '/ibmmq/rest/v2/admin/qmgr'
const server = { name: 'mqm', groups: [], privileged: true }
const admin = createCaller('alice', ['staff'], new Set(['MQWebAdmin']), 'basic')
const user = createCaller('bob', [], new Set(['MQWebUser']), 'basic')
const noRoles = createCaller('carol', [], new Set(), 'basic')
const anonymous = createAnonymousCaller(new Set())
const everyone = createAnonymousCaller(new Set(['MQWebUser']))

interface Trial extends RequestParts {
  caller?: Caller
  access?: RouteAccess
  application?: 'rest' | 'console'
  properties?: Partial<{ mqRestCsrfValidation: boolean; mqRestCorsAllowedOrigins: string }>
  isAsynchronous?: boolean
}

/** Returns the authorized caller, or the error, and how often the caller was authenticated. */
function authorize(options: Trial) {
  const { caller = admin, access = ['MQWebAdmin', 'MQWebUser'], application, isAsynchronous } = options
  let asked = 0
  const properties = { mqRestCsrfValidation: true, mqRestCorsAllowedOrigins: '', ...options.properties }
  const services = {
    settings: () => ({ properties }),
    authenticator: {
      authenticate() {
        asked += 1
        return isAsynchronous ? Promise.resolve(caller) : caller
      },
    },
    serverPrincipal: server,
  } as unknown as RestServices
  try {
    const result = authorizeRequest(createRequest(options), path, access, ibmmqDialect, services, application)
    return { result, asked }
  } catch (error) {
    return { error: error as Error, asked }
  }
}

const csrf = { 'ibm-mq-rest-csrf-token': '' }

test('an open resource needs no authentication and no CSRF header', (t) => {
  const { result, asked } = authorize({ access: 'open', method: 'POST' })
  t.like(result, { caller: { mechanism: 'none' }, principal: { name: 'UNAUTHENTICATED', privileged: false } })
  t.is(asked, 0)
})

for (const isAsynchronous of [false, true]) {
  test(`the first role decides the principal, with a caller that is ${isAsynchronous ? 'asked for' : 'known'}`, async (t) => {
    const asAdmin = authorize({ isAsynchronous }).result
    t.is(asAdmin instanceof Promise, isAsynchronous)
    t.deepEqual(await asAdmin, { caller: admin, principal: server })
    t.deepEqual(await authorize({ isAsynchronous, caller: user }).result, { caller: user, principal: user.principal })
  })
}

test('a resource for authenticated users needs no role', (t) => {
  t.deepEqual(authorize({ access: 'signedIn', caller: noRoles }).result, {
    caller: noRoles,
    principal: noRoles.principal,
  })
})

for (const [title, trial, message] of [
  [
    'a caller without credentials and roles',
    { caller: anonymous, access: 'signedIn' },
    `MQWB0104E: The REST API request to '${path}' is not authenticated.`,
  ],
  ['a caller without credentials where a role is needed', { caller: anonymous }, /^MQWB0104E/],
  ['a caller without credentials, who has another role', { caller: everyone, access: ['MQWebAdmin'] }, /^MQWB0104E/],
  [
    'a caller without any of the roles',
    { caller: noRoles },
    "MQWB0108E: The authenticated principal 'carol' is not granted access to any of the required roles: 'MQWebAdmin', 'MQWebUser'.",
  ],
] as readonly [string, Trial, string | RegExp][]) {
  test(`rejects ${title}`, (t) => {
    const { error } = authorize(trial)
    if (typeof message === 'string') t.is(error?.message, message)
    else t.regex(error?.message ?? '', message)
  })
}

test('a role that is bound to EVERYONE needs no credentials', (t) => {
  t.deepEqual(authorize({ caller: everyone }).result, { caller: everyone, principal: everyone.principal })
})

for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
  test(`${method} needs the CSRF header, with any value, unless the property switches it off`, (t) => {
    t.regex(authorize({ method }).error?.message ?? '', /^MQWB0100E.*ibm-mq-rest-csrf-token/)
    t.like(authorize({ method, headers: csrf }).result, { caller: admin })
    t.like(authorize({ method, properties: { mqRestCsrfValidation: false } }).result, { caller: admin })
    t.regex(authorize({ method, caller: anonymous }).error?.message ?? '', /^MQWB0104E/)
  })

  for (const [headers, from] of [
    [{ origin: 'https://evil.example' }, 'https://evil.example'],
    [{ origin: 'null' }, 'null'],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 'https://evil.example'],
    [{ 'sec-fetch-site': 'cross-site' }, 'another site'],
  ] as const) {
    test(`${method} with ${JSON.stringify(headers)} is rejected before the caller is authenticated`, (t) => {
      for (const access of ['open', 'signedIn'] as const) {
        const { error, asked } = authorize({ method, headers: { ...csrf, ...headers }, access })
        t.is(
          error?.message,
          `MQWB0114E: The REST API request to '${path}' was sent by a page of another origin: ${from}.`,
        )
        t.is(asked, 0)
      }
    })
  }

  for (const headers of [{}, { origin: 'https://mq.example' }, { 'sec-fetch-site': 'same-origin' }]) {
    test(`${method} with ${JSON.stringify(headers)} is from this origin`, (t) => {
      t.like(authorize({ method, headers: { ...csrf, ...headers } }).result, { caller: admin })
    })
  }
}

for (const method of ['GET', 'HEAD', 'OPTIONS']) {
  test(`${method} may come from every page, without the CSRF header`, (t) => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    t.like(authorize({ method, headers }).result, { caller: admin })
  })
}

test('a page that CORS allows may send changes to the REST API, and none to the console', (t) => {
  const trial = {
    method: 'POST',
    headers: { ...csrf, origin: 'https://page.example' },
    properties: { mqRestCorsAllowedOrigins: 'https://page.example' },
  }
  t.like(authorize(trial).result, { caller: admin })
  t.like(authorize({ ...trial, application: 'rest' }).result, { caller: admin })
  t.regex(authorize({ ...trial, application: 'console' }).error?.message ?? '', /^MQWB0114E/)
})
