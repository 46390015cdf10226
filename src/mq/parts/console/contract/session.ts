/** The session of a user of the console. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, resource } from '../../../../shared/rest/resource.ts'
import { flag, integer, list, text, view } from '../../../../shared/rest/shapes.ts'
import { sessionResources } from '../../../web/contract/session.ts'

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

const LoginWays = view('LoginWays', {
  passwords: flag('Whether users of a registry log in with a password.'),
  provider: Type.Optional(text('The title of the provider at which users sign in.')),
})
const ProviderPage = view('ProviderPage', { url: text('The page of the provider, to which the browser goes.') })

export const ProviderResponse = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 8192,
    description: 'The query string of the response of the provider',
  }),
})

const { 'POST /login': signIn, 'DELETE /login': signOut, 'GET /openapi.json': showOpenApi } = sessionResources

export const consoleSessionResources = declareResources('login', {
  'POST /login': signIn,
  'GET /login': resource('showLogin', 'Show the user, the roles and properties of the console', {
    response: ConsoleUser,
  }),
  'DELETE /login': {
    ...signOut,
    response: ProviderPage,
    otherStatuses: { 204: 'Ended; there is no provider, or its session cannot be ended there.' },
  },
  'GET /login/provider': { id: 'showLoginWays', summary: 'Show how users log in', response: LoginWays },
  'POST /login/provider': resource('beginProviderLogin', 'Begin a sign-in at the provider', { response: ProviderPage }),
  'PUT /login/provider': resource(
    'completeProviderLogin',
    'Complete a sign-in at the provider and get the session cookie',
    { body: ProviderResponse },
  ),
  'GET /openapi.json': showOpenApi,
})
