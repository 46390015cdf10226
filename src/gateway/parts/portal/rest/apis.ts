/** One API of the catalogue: its operations, schemas and examples. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { flag, list, number, text, view } from '../../../../shared/rest/shapes.ts'
import { apiSummaryMembers } from './products.ts'

export type SchemaView = Static<typeof SchemaView>
export const SchemaView = view('SchemaView', {
  name: Type.Optional(text('The name of the schema in the document, if it has one.')),
  schema: Type.Unknown(),
})

export type ContentView = Static<typeof ContentView>
export const ContentView = view('ContentView', {
  type: text('The media type, `application/json`.'),
  schema: Type.Optional(number('The index of the schema in `schemas`.')),
  example: Type.Optional(text('An example body as text.')),
})

export type ParameterView = Static<typeof ParameterView>
export const ParameterView = view('ParameterView', {
  name: text(),
  in: Type.Enum(['path', 'query', 'header', 'cookie']),
  required: flag(),
  description: Type.Optional(text()),
  schema: Type.Optional(number('The index of the schema in `schemas`.')),
  example: text('An example value as it is sent.'),
})

export type BodyView = Static<typeof BodyView>
export const BodyView = view('BodyView', {
  required: flag(),
  description: Type.Optional(text()),
  content: list(ContentView),
})

export type ResponseView = Static<typeof ResponseView>
export const ResponseView = view('ResponseView', {
  status: text('The status code, a range or the default: `200`, `2XX`, `default`.'),
  description: Type.Optional(text()),
  content: list(ContentView),
})

export type RequirementView = Static<typeof RequirementView>
export const RequirementView = view(
  'RequirementView',
  {
    all: list(
      Type.Object({
        definition: text('The key of the security definition in the document of the API.'),
        type: Type.Enum(['oauth2', 'apiKey', 'basic', 'mutualTLS']),
        scopes: list(text()),
        provider: Type.Optional(
          text('For `oauth2`: the name of the provider. `GET /providers` lists it if it is a native one.'),
        ),
        key: Type.Optional(
          Type.Object(
            { in: Type.Enum(['header', 'query']), name: text(), is: Type.Enum(['client id', 'client secret']) },
            {
              description: 'For `apiKey`: where the key is sent, and whether it is the client id or the client secret.',
            },
          ),
        ),
      }),
    ),
  },
  'A security requirement. Every definition in `all` must be met.',
)

export type ExampleView = Static<typeof ExampleView>
export const ExampleView = view('ExampleView', { language: Type.Enum(['curl', 'javascript', 'python']), text: text() })

export type OperationView = Static<typeof OperationView>
export const OperationView = view('OperationView', {
  id: text(),
  method: text(),
  path: text('The path below the base path, such as `/customers/{customerId}`.'),
  summary: Type.Optional(text()),
  description: Type.Optional(text()),
  tags: list(text()),
  deprecated: flag(),
  security: list(
    RequirementView,
    'The alternative security requirements, of which one must be met; empty for an operation without security.',
  ),
  authorizationDetails: Type.Optional(
    text(
      'What the token needs in its authorization details (RFC 9396), such as `payment (actions pay, identifier {account})`.',
    ),
  ),
  parameters: list(ParameterView),
  body: Type.Optional(BodyView),
  responses: list(ResponseView),
  examples: list(ExampleView, 'Example calls with the URL of this gateway.'),
})

export type ApiView = Static<typeof ApiView>
export const ApiView = view('ApiView', {
  ...apiSummaryMembers,
  description: Type.Optional(text()),
  basePath: text('The URL path from the root of the gateway, such as `/acme/sandbox/customerdb/v1`.'),
  server: text('The absolute URL of the base path, as the client reaches it.'),
  enforced: flag('False for an API that is documented here and served elsewhere.'),
  hasMessages: flag('Whether its operations transfer messages, so that it has an AsyncAPI file.'),
  offline: flag('Whether the operator has taken the API offline; the gateway then responds to every call with 503.'),
  wsdl: Type.Optional(flag('True for an API with a WSDL; absent for others.')),
  operations: list(OperationView),
  schemas: list(
    SchemaView,
    'Schemas in JSON Schema 2020-12. The reference `#/$defs/3` means the fourth schema of this list.',
  ),
  plans: list(
    Type.Object({
      product: text(),
      plan: text(),
      limits: list(text(), 'The limits at which its calls are rejected, such as `100 calls per hour`.'),
    }),
    'The plans that include the API.',
  ),
})
