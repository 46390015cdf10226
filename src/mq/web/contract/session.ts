/** Sign-in and sign-out of a user of the REST API or the console. */
import { Type } from '../../../shared/lib/json-schema/type.ts'
import { declareResources, resource } from '../../../shared/rest/resource.ts'
import { text } from '../../../shared/rest/shapes.ts'

export const Credentials = Type.Object({ username: text(), password: Type.String({ format: 'password' }) })

export const sessionResources = declareResources('login', {
  'POST /login': resource('signIn', 'Sign in with a body, or with Basic credentials and no body', {
    body: Credentials,
  }),
  'DELETE /login': { id: 'signOut', summary: 'End the session' },
  'GET /openapi.json': resource('showOpenApi', 'Describe these resources in OpenAPI 3.1', {
    response: Type.Object({}, { additionalProperties: true }),
  }),
})
