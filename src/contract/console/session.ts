/** The session of a user of the console or the REST API. */
import { type Static, Type } from '../../lib/json-schema/type.ts'
import { declareResources } from '../rest/resource.ts'
import { flag, integer, list, text, view } from '../rest/shapes.ts'

export type ConsoleRole = Static<typeof ConsoleRole>
const ConsoleRole = Type.Enum(['MQWebAdmin', 'MQWebAdminRO', 'MQWebUser', 'MFTWebAdmin', 'MFTWebAdminRO'])

export type ConsoleUser = Static<typeof ConsoleUser>
const ConsoleUser = view('ConsoleUser', {
  name: text(),
  mechanism: Type.Enum(['form', 'basic', 'clientCertificate', 'noSecurity', 'none'], {
    description: 'How the user was authenticated; `noSecurity` if the server needs no sign-in.',
  }),
  roles: list(ConsoleRole),
  settings: Type.Object({
    managesQueueManagers: flag('Whether the console can create, start, stop and delete queue managers.'),
    browsesMessages: flag('Whether read-only administrators may browse messages.'),
    transfersFiles: flag('Whether file transfer is enabled in the server.'),
    charactersPerMessage: integer('The number of characters of each message that a list shows.'),
  }),
})

export const Credentials = Type.Object({ username: text(), password: Type.String({ format: 'password' }) })

export const sessionResources = declareResources('login', {
  'POST /login': {
    id: 'signIn',
    summary: 'Sign in and get the session cookie',
    body: Credentials,
  },
  'GET /login': {
    id: 'showLogin',
    summary: 'Show the user, the roles and properties of the console',
    response: ConsoleUser,
  },
  'DELETE /login': { id: 'signOut', summary: 'End the session' },
  'GET /openapi.json': {
    id: 'showOpenApi',
    summary: 'Describe these resources in OpenAPI 3.1',
    response: Type.Object({}, { additionalProperties: true }),
  },
})
