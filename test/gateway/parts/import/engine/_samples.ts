/** OpenAPI documents in the style of well-known public APIs, each with what is peculiar about its kind. */

export const petstore2 = `swagger: "2.0"
info: { title: Swagger Petstore, version: 1.0.7, termsOfService: http://swagger.example/terms/ }
host: petstore.example
basePath: /v2
schemes: [https, http]
securityDefinitions:
  api_key: { type: apiKey, name: api_key, in: header }
  petstore_auth:
    type: oauth2
    flow: implicit
    authorizationUrl: https://petstore.example/oauth/authorize
    scopes: { read:pets: Read your pets, write:pets: Change your pets }
paths:
  /pet/{petId}:
    get: { operationId: getPetById, security: [{ api_key: [] }], responses: { "200": { description: One } } }
    post: { operationId: updatePet, security: [{ petstore_auth: [write:pets, read:pets] }], responses: { "405": { description: No } } }
  /user/login:
    get: { operationId: loginUser, responses: { "200": { description: Done } } }
definitions:
  Pet: { type: object, properties: { id: { type: integer, format: int64 } } }
`

export const petstore3 = `openapi: 3.0.4
info: { title: Swagger Petstore - OpenAPI 3.0, version: 1.0.27-SNAPSHOT }
servers: [{ url: /api/v3 }]
security: [{ petstore_auth: [read:pets] }]
paths:
  /pet/findByTags:
    get:
      operationId: findPetsByTags
      parameters: [{ name: tags, in: query, explode: true, schema: { type: array, items: { type: string } } }]
      responses: { "200": { description: All } }
components:
  securitySchemes:
    petstore_auth:
      type: oauth2
      flows:
        implicit: { authorizationUrl: https://petstore.example/oauth, scopes: { read:pets: Read } }
`

export const petstore31 = `openapi: 3.1.0
info: { title: Pets, summary: A store, version: "1" }
servers: [{ url: "https://{region}.pets.example/{base}", variables: { region: { default: eu, enum: [eu, us] }, base: { default: v1 } } }]
jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
paths:
  /pets: { $ref: "#/components/pathItems/Pets" }
webhooks:
  newPet: { post: { responses: { "200": { description: Fine } } } }
components:
  pathItems:
    Pets: { get: { responses: { "200": { description: All } } } }
`

export const repositories = `{
  "openapi": "3.0.3",
  "info": { "title": "Repository REST API", "version": "1.1.4" },
  "servers": [{ "url": "https://api.repos.example" }],
  "externalDocs": { "url": "https://docs.repos.example" },
  "paths": {
    "/repos/{owner}/{repo}.json": { "get": { "operationId": "repos/get", "responses": {} } },
    "/repos/{owner}/{repo}": { "get": { "operationId": "repos/get-any", "responses": {} } },
    "/repos/{owner}/{repo}/compare/{base}...{head}": {
      "get": { "operationId": "repos/compare", "responses": {}, "x-repos": { "enabledForApps": true } }
    },
    "/events": { "get": { "operationId": "repos/get", "responses": {} } }
  }
}
`

export const payments = `openapi: 3.0.0
info: { title: Payments API, version: 2022-11-15 }
servers: [{ url: "https://api.payments.example/" }]
security: [{ basicAuth: [] }, { bearerAuth: [] }]
paths:
  /v1/charges:
    get:
      operationId: GetCharges
      parameters:
        - { in: query, name: created, style: deepObject, explode: true, schema: { anyOf: [{ type: integer }, { type: object }] } }
      requestBody: { content: { application/x-www-form-urlencoded: { encoding: {}, schema: { type: object } } }, required: false }
      responses: { default: { description: Error } }
    post:
      operationId: PostCharges
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, nullable: true } } } }
      responses: { default: { description: Error } }
components:
  securitySchemes:
    basicAuth: { type: http, scheme: basic }
    bearerAuth: { type: http, scheme: bearer, bearerFormat: auth-scheme }
`

export const mail = `openapi: 3.1.0
info: { title: "Mail: API", version: v1 }
servers:
  - { url: "https://mail.example/v1", description: Production }
  - { url: "https://sandbox.mail.example/v1", description: Sandbox }
security: [{ OpenId: [mail.read] }]
paths:
  /messages:
    get: { responses: { "200": { description: All } } }
    post:
      security: [{ OpenId: [mail.read, mail.send] }]
      callbacks: { sent: { "{$request.query.url}": { post: { responses: {} } } } }
      responses: { "201": { description: Sent, links: { next: { operationId: other } } } }
  /health: { get: { security: [], responses: {} } }
components:
  securitySchemes:
    OpenId: { type: openIdConnect, openIdConnectUrl: https://mail.example/.well-known/openid-configuration }
`

export const flows = `openapi: 3.0.3
info: { title: Flows, version: 1.0.0 }
servers: [{ url: https://flows.example }]
security: [{ oauth: [a] }]
paths:
  /things:
    servers: [{ url: https://other.example }]
    get: { responses: {}, servers: [{ url: https://third.example }] }
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        password: { tokenUrl: https://flows.example/token, scopes: { a: First, b: Second } }
        clientCredentials: { tokenUrl: https://flows.example/token, scopes: { a: First } }
        implicit: { authorizationUrl: https://flows.example/authorize, scopes: { a: First } }
`

export const keys = `openapi: 3.0.3
info: { title: Keys, version: 1.0.0 }
servers: [{ url: https://keys.example }]
security: [{ appId: [], appSecret: [] }, { session: [] }]
paths:
  /a: { get: { responses: {} } }
  /b: { get: { responses: {}, security: [{ session: [] }] } }
  /c: { get: { responses: {}, security: [{ mtls: [], bearer: [] }] } }
  /d: { get: { responses: {}, security: [{}, { bearer: [] }] } }
  /e: { get: { responses: {}, security: [{ digest: [] }, { missing: [] }] } }
components:
  securitySchemes:
    appId: { type: apiKey, in: header, name: X-App-Id }
    appSecret: { type: apiKey, in: header, name: X-App-Secret }
    session: { type: apiKey, in: cookie, name: sid }
    bearer: { type: http, scheme: Bearer }
    digest: { type: http, scheme: digest }
    mtls: { type: mutualTLS }
`

export const paths = `openapi: 3.0.3
info: { title: Paths, version: 1.0.0, color: red }
tags_: []
servers: [{ url: https://paths.example }]
security: []
paths:
  x-internal: { get: {} }
  /a?b=c: { get: { responses: {} } }
  /users/{id}: { get: { operationId: one, responses: {} } }
  /users/{name}: { get: { operationId: two, responses: {} }, post: { operationId: one, responses: {} } }
  /odd/{a}{b}: { get: { responses: {} } }
  /odata/Users({id}): { get: { responses: {} }, query: { responses: {} } }
  /nothing:
  /extra: { get: { responses: {}, produces: [a/b], tag: none } }
`

export const texts = `openapi: 3.0.3
info: { title: "Tèxts & Co.", version: 1.0, description: "Set $env{HOME} and $file{/etc/passwd}, $(x)" }
servers: [{ url: https://texts.example }]
security: []
paths:
  /on:
    get:
      operationId: "on"
      description: "2020-01-01"
      tags: ["yes", "null", "1e3", "0o7", "~"]
      responses:
        "200":
          description: |
            several
            lines: with # signs
`
