/**
 * Short OpenAPI files with the traits of well-known public ones, by what is peculiar about their security. Each has a
 * call that a user would try, with the request that the upstream then gets.
 */
export interface PublicFile {
  text: string
  /** The request line at the upstream. */
  request: RegExp
  /** What the printed commands must have. */
  prints?: RegExp
  /** What they must not have. */
  omits?: RegExp
}

const head = (title: string) => `openapi: 3.0.3
info: { title: ${title}, version: 1.0.0 }
servers: [{ url: https://api.example/v1 }]
`
const ok = `responses: { "200": { description: OK } }`
const text = 'schema: { type: string }'

export const publicFiles: Readonly<Record<string, PublicFile>> = {
  'no security at all': {
    text: `${head('Repositories')}
paths:
  /repos/{owner}/{repo}: { get: { operationId: repos/get, ${ok} } }
  /events: { get: { ${ok} } }
`,
    request: /^GET \/events$/,
    prints: /scope=repositories /,
  },
  'scopes in an implicit flow, a key beside it': {
    text: `swagger: "2.0"
info: { title: Pets, version: 1.0.7 }
host: pets.example
basePath: /v2
securityDefinitions:
  api_key: { type: apiKey, name: api_key, in: header }
  pets_auth: { type: oauth2, flow: implicit, authorizationUrl: https://pets.example/a, scopes: { read:pets: Read, write:pets: Write } }
paths:
  /pet/{petId}: { get: { security: [{ api_key: [] }], parameters: [{ name: petId, in: path, required: true, type: integer }], ${ok} } }
  /pet/findByStatus:
    get:
      security: [{ pets_auth: [read:pets, write:pets] }]
      parameters: [{ name: status, in: query, required: true, type: array, items: { type: string, enum: [available] } }]
      ${ok}
`,
    request: /^GET \/pet\/findByStatus\?status=available$/,
    prints: /scope=read:pets write:pets'/,
  },
  'a token without scopes': {
    text: `${head('Music')}
security: [{ oauth: [] }]
paths: { /browse/categories: { get: { ${ok} } }, /me: { get: { security: [{ oauth: [user-read] }], deprecated: true, ${ok} } } }
components: { securitySchemes: { oauth: { type: oauth2, flows: { authorizationCode: { authorizationUrl: https://m.example/a, tokenUrl: https://m.example/t, scopes: { user-read: Read } } } } } }
`,
    request: /^GET \/browse\/categories$/,
    omits: /scope=/,
  },
  'a bearer token': {
    text: `${head('Droplets')}
security: [{ bearer_auth: [] }]
paths: { /v2/account: { get: { ${ok} } } }
components: { securitySchemes: { bearer_auth: { type: http, scheme: bearer } } }
`,
    request: /^GET \/v2\/account$/,
  },
  'a bearer token with roles': {
    text: `openapi: 3.1.0
info: { title: Roles, version: 1.0.0 }
paths: { /users: { get: { security: [{ bearerAuth: [read:users, public] }] } } }
components: { securitySchemes: { bearerAuth: { type: http, scheme: bearer, bearerFormat: jwt } } }
`,
    request: /^GET \/users$/,
  },
  'keys only, in the query': {
    text: `${head('Weather')}
security: [{ appid: [] }]
paths:
  /weather:
    get:
      parameters: [{ name: q, in: query, required: true, ${text}, example: "London, UK" }, { name: appid, in: query, required: true, ${text} }]
      ${ok}
components: { securitySchemes: { appid: { type: apiKey, in: query, name: appid } } }
`,
    request: /^GET \/weather\?q=London%2C\+UK(&appid=[0-9a-f]+)?$/,
    omits: /TOKEN|oauth2/,
  },
  'a key and a secret in headers': {
    text: `${head('Foods')}
security: [{ id: [], secret: [] }]
paths: { /foods: { get: { ${ok} } } }
components: { securitySchemes: { id: { type: apiKey, in: header, name: x-app-id }, secret: { type: apiKey, in: header, name: x-app-secret } } }
`,
    request: /^GET \/foods$/,
    prints: /x-app-secret: /,
    omits: /TOKEN|oauth2/,
  },
  'HTTP Basic only': {
    text: `${head('Phones')}
security: [{ accountSid_authToken: [] }]
paths:
  /2010-04-01/Accounts/{Sid}.json: { get: { parameters: [{ name: Sid, in: path, required: true, ${text} }], ${ok} } }
components: { securitySchemes: { accountSid_authToken: { type: http, scheme: basic } } }
`,
    request: /^GET \/2010-04-01\/Accounts\/text\.json$/,
  },
  'HTTP Basic or a bearer token, with forms': {
    text: `${head('Charges')}
security: [{ basicAuth: [] }, { bearerAuth: [] }]
paths:
  /v1/charges: { post: { requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { amount: { type: integer }, note: { type: string, example: "it's" } } } } } }, ${ok} } }
components: { securitySchemes: { basicAuth: { type: http, scheme: basic }, bearerAuth: { type: http, scheme: bearer } } }
`,
    request: /^POST \/v1\/charges amount=1&note=it%27s$/,
  },
  'POST only, without security': {
    text: `${head('Streams')}
paths:
  /streams:
    post:
      parameters: [{ name: callbackUrl, in: query, required: true, schema: { type: string, format: uri, example: https://me.example } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string, example: "it's" } } } } } }
      ${ok}
`,
    request: /^POST \/streams\?callbackUrl=https%3A%2F%2Fme\.example \{\s*"name": "it's"\s*\}$/,
  },
  'POST only, a method name in the path, a header called token': {
    text: `${head('Chats')}
paths:
  /chat.postMessage:
    post: { security: [{ slackAuth: ["chat:write:bot"] }], parameters: [{ name: token, in: header, required: true, ${text} }], ${ok} }
components: { securitySchemes: { slackAuth: { type: oauth2, flows: { authorizationCode: { authorizationUrl: https://c.example/a, tokenUrl: https://c.example/t, scopes: { "chat:write:bot": Send } } } } } }
`,
    request: /^POST \/chat\.postMessage$/,
    prints: /token: text/,
  },
  'scopes that are URLs': {
    text: `${head('Drives')}
paths: { /files: { get: { security: [{ Oauth2: ["https://www.drives.example/auth/drive"] }, { Oauth2: ["https://www.drives.example/auth/drive.readonly"] }], ${ok} } } }
components: { securitySchemes: { Oauth2: { type: oauth2, flows: { implicit: { authorizationUrl: https://d.example/a, scopes: { "https://www.drives.example/auth/drive": All, "https://www.drives.example/auth/drive.readonly": Read } } } } } }
`,
    request: /^GET \/files$/,
  },
  'several alternatives, the first one without a counterpart': {
    text: `openapi: 3.1.0
info: { title: Certificates, version: 1.0.0 }
paths: { /pets: { get: { security: [{ ClientCertificate: [read] }, { OAuth2: [read, write] }], ${ok} } } }
components:
  securitySchemes:
    ClientCertificate: { type: mutualTLS }
    OAuth2: { type: oauth2, flows: { authorizationCode: { authorizationUrl: https://e.example/a, tokenUrl: https://e.example/t, scopes: { read: Read, write: Write } } } }
`,
    request: /^GET \/pets$/,
    prints: /scope=read write'/,
  },
  'a token with a key': {
    text: `${head('Designs')}
security: [{ Key: [], Token: [read] }]
paths: { /me: { get: { ${ok} } } }
components:
  securitySchemes:
    Key: { type: apiKey, in: header, name: X-Key }
    Token: { type: oauth2, flows: { password: { tokenUrl: https://d.example/t, scopes: { read: Read } } } }
`,
    request: /^GET \/me$/,
    prints: /X-Key: [\s\S]*|TOKEN/,
  },
  'security that callers may leave out': {
    text: `${head('Open')}
security: [{}, { token: [] }]
paths: { /status: { get: { ${ok} } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`,
    request: /^GET \/status$/,
    prints: /1 of them open to callers without credentials: GET \/status/,
  },
  'open operations only': {
    text: `${head('News')}
security: []
paths: { /topstories.json: { get: { ${ok} } } }
`,
    request: /^GET \/topstories\.json$/,
    omits: /TOKEN|oauth2/,
  },
  'HEAD only, odd characters in the path': {
    text: `${head('Objects')}
paths: { "/größe/[x]/Items({id})": { head: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], ${ok} } } }
`,
    request: /^HEAD \/gr%C3%B6%C3%9Fe\/(\[x\]|%5Bx%5D)\/Items\(1\)$/,
  },
  'an OpenID provider': {
    text: `openapi: 3.1.0
info: { title: Mails, version: 1.0.0 }
security: [{ OpenId: [mail.read] }]
paths: { /messages: { get: { ${ok} } } }
components: { securitySchemes: { OpenId: { type: openIdConnect, openIdConnectUrl: https://mail.example/.well-known/openid-configuration } } }
`,
    request: /^GET \/messages$/,
    prints: /scope=mail\.read /,
  },
  'a key that callers may leave out': {
    text: `swagger: "2.0"
info: { title: Weather, version: 1.0.0 }
host: weather.example
securityDefinitions: { key: { type: apiKey, name: X-Weather-Key, in: header } }
security: [{ key: [] }, {}]
paths: { /now: { get: { ${ok} } } }
`,
    request: /^GET \/now$/,
    prints: /X-Weather-Key: /,
  },
  'an open operation beside one that needs a token': {
    text: `${head('Catalogue')}
security: [{ token: [] }]
paths:
  /items: { get: { security: [{}], ${ok} }, post: { ${ok} } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`,
    request: /^GET \/items$/,
  },
  'a secret alone': {
    text: `${head('Vault')}
security: [{ secret: [] }]
paths: { /entries: { get: { ${ok} } } }
components: { securitySchemes: { secret: { type: apiKey, in: header, name: X-Client-Secret } } }
`,
    request: /^GET \/entries$/,
  },
  'several servers with variables': {
    text: `openapi: 3.0.1
info: { title: Regions, version: "2" }
servers:
  - { url: "https://{region}.api.example:{port}/{base}", variables: { region: { default: eu, enum: [eu, us] }, port: { default: "8443" }, base: { default: v3 } } }
  - { url: https://sandbox.example }
  - { url: /local }
security: [{ bearer: [] }]
paths: { /zones: { get: { servers: [{ url: https://zones.example }], ${ok} } } }
components: { securitySchemes: { bearer: { type: http, scheme: Bearer } } }
`,
    request: /^GET \/zones$/,
  },
  'webhooks of OpenAPI 3.1': {
    text: `openapi: 3.1.0
info: { title: Payments, version: 2026-01-01, license: { name: MIT, identifier: MIT } }
jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
security: [{ token: [] }]
paths: { /charges: { get: { ${ok} } } }
webhooks: { charge.paid: { post: { requestBody: { content: { application/json: { schema: { type: [object, "null"] } } } }, ${ok} } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`,
    request: /^GET \/charges$/,
  },
  'a session cookie': {
    text: `${head('Forum')}
security: [{ session: [] }]
paths: { /threads: { get: { parameters: [{ name: lang, in: cookie, required: true, example: en, ${text} }], ${ok} } } }
components: { securitySchemes: { session: { type: apiKey, in: cookie, name: SID } } }
`,
    request: /^GET \/threads$/,
  },
  'the path /': {
    text: `${head('Root')}
security: [{ token: [] }]
paths: { /: { get: { ${ok} } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`,
    request: /^GET \/$/,
  },
  'extensions of other tools with names of ours': {
    text: `${head('Old')}
security: [{ token: [] }]
paths:
  /old:
    get:
      deprecated: true
      x-deprecation: { removal_date: 2027-01-01, reason: replaced, replacement: { path: /new } }
      ${ok}
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`,
    request: /^GET \/old$/,
  },
  'required headers': {
    text: `${head('Versions')}
security: [{ token: [] }]
paths:
  /things:
    get:
      parameters: [{ name: X-Api-Version, in: header, required: true, example: "2022-11-28", ${text} }, { name: Accept-Language, in: header, required: true, ${text} }]
      ${ok}
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`,
    request: /^GET \/things$/,
    prints: /X-Api-Version: 2022-11-28/,
  },
  'digest and mutual TLS, which have no counterpart': {
    text: `openapi: 3.1.0
info: { title: Meters, version: 1.0.0 }
security: [{ digest: [] }, { mtls: [] }]
paths: { /meters: { get: { ${ok} } } }
components: { securitySchemes: { digest: { type: http, scheme: digest }, mtls: { type: mutualTLS } } }
`,
    request: /^GET \/meters$/,
  },
}
